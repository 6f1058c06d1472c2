#include "core/rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace attn {

namespace {

double max_or_nan(double a, double b) { return std::isnan(a) || a > b ? a : b; }

}  // namespace

Vector row_max(const Matrix& m) {
  Vector result = xt::empty<double>({rows(m)});
  for (Index i = 0; i < rows(m); ++i) {
    const auto r = row(m, i);
    result(i) =
        std::accumulate(r.begin(), r.end(), -std::numeric_limits<double>::infinity(), max_or_nan);
  }
  return result;
}

Vector row_sum(const Matrix& m) {
  Vector result = xt::empty<double>({rows(m)});
  for (Index i = 0; i < rows(m); ++i) {
    const auto r = row(m, i);
    result(i) = std::accumulate(r.begin(), r.end(), 0.0);
  }
  return result;
}

xt::xtensor<Index, 1> row_argmax(const Matrix& m) {
  if (columns(m) == 0) throw std::logic_error("row_argmax: empty rows");
  xt::xtensor<Index, 1> result = xt::empty<Index>({rows(m)});
  for (Index i = 0; i < rows(m); ++i) {
    const auto r = row(m, i);
    result(i) = static_cast<Index>(std::max_element(r.begin(), r.end()) - r.begin());
  }
  return result;
}

Range range_of(const Matrix& m) {
  if (m.size() == 0) throw std::logic_error("range_of: no entries");
  const auto [low, high] = std::minmax_element(m.data(), m.data() + m.size());
  return {*low, *high};
}

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double norm(std::span<const double> a) { return std::sqrt(dot(a, a)); }
double norm(const Vector& a) { return norm(std::span(a.data(), a.size())); }
double norm(const Matrix& m) { return norm(std::span(m.data(), m.size())); }

double mean_of(const Vector& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double largest_magnitude(const Matrix& m) {
  double largest = 0.0;
  for (const double entry : m) {
    if (std::isfinite(entry)) largest = std::max(largest, std::abs(entry));
  }
  return largest;
}

}  // namespace attn
