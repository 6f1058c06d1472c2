#include "core/tensor.hpp"

#include <cmath>
#include <stdexcept>

#include "core/large_product.hpp"
#include "core/ordered_product.hpp"

namespace attn {

namespace {

double largest_difference(std::span<const double> a, std::span<const double> b) {
  double largest = 0.0;
  for (Index i = 0; i < a.size(); ++i) {
    const double difference = a[i] == b[i] ? 0.0 : std::abs(a[i] - b[i]);  // inf equals inf
    if (std::isnan(difference)) return difference;
    largest = std::max(largest, difference);
  }
  return largest;
}

}  // namespace

Matrix product(const Matrix& a, const Matrix& b) {
  if (columns(a) != rows(b)) throw std::logic_error("product: inner widths differ");
  if (a.size() == 0 || b.size() == 0) return xt::zeros<double>({rows(a), columns(b)});
  // A page's matrices are small: plain loops are as fast, and load nothing.
  constexpr double kFewTerms = 1 << 21;
  const auto size = [](Index count) { return static_cast<double>(count); };
  if (size(rows(a)) * size(columns(a)) * size(columns(b)) <= kFewTerms)
    return ordered_product(a, b);
  return large_product(a, b);
}

Matrix transposed(const Matrix& m) { return xt::transpose(m); }

double largest_difference(const Matrix& a, const Matrix& b) {
  if (a.shape() != b.shape()) throw std::logic_error("largest_difference: shapes differ");
  return largest_difference(std::span(a.data(), a.size()), std::span(b.data(), b.size()));
}

double largest_difference(const Vector& a, const Vector& b) {
  if (a.shape() != b.shape()) throw std::logic_error("largest_difference: shapes differ");
  return largest_difference(std::span(a.data(), a.size()), std::span(b.data(), b.size()));
}

}  // namespace attn
