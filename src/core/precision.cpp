#include "core/precision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rows.hpp"

namespace attn {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// exp(score − shift) over its sum along the row, each operation rounded.
Matrix shifted_softmax(const Matrix& scores, const Vector& shifts, const Precision& precision) {
  Matrix weights = xt::empty_like(scores);
  for (Index i = 0; i < rows(scores); ++i) {
    double sum = 0.0;
    for (Index j = 0; j < columns(scores); ++j) {
      weights(i, j) = rounded(std::exp(rounded(scores(i, j) - shifts(i), precision)), precision);
      sum = rounded(sum + weights(i, j), precision);
    }
    for (Index j = 0; j < columns(scores); ++j)
      weights(i, j) = rounded(weights(i, j) / sum, precision);
  }
  return weights;
}

}  // namespace

double spacing(double x, const Precision& precision) {
  const int exponent =
      x == 0.0 ? precision.min_exponent : std::max(std::ilogb(x), precision.min_exponent);
  return std::ldexp(1.0, exponent - precision.digits + 1);
}

double rounded(double x, const Precision& precision) {
  static_assert(std::numeric_limits<float>::is_iec559);  // it rounds as said, and overflows to ∞
  if (precision.digits == kFloat32.digits) return static_cast<double>(static_cast<float>(x));
  if (precision.digits == kFloat64.digits || !std::isfinite(x)) return x;
  const double unit = spacing(x, precision);
  const double nearest = std::nearbyint(x / unit) * unit;  // powers of two scale exactly
  return std::abs(nearest) <= precision.largest ? nearest : std::copysign(kInfinity, x);
}

Matrix rounded(const Matrix& m, const Precision& precision) {
  if (precision.digits == kFloat64.digits) return m;
  Matrix result = xt::empty_like(m);
  std::transform(m.begin(), m.end(), result.begin(),
                 [&precision](double x) { return rounded(x, precision); });
  return result;
}

Matrix sum_in(const Matrix& a, double b, const Precision& precision) {
  return rounded(rounded(a, precision) + rounded(b, precision), precision);
}

Matrix softmax_in(const Matrix& scores, const Precision& precision) {
  const Matrix inputs = rounded(scores, precision);
  return shifted_softmax(inputs, row_max(inputs), precision);
}

Matrix naive_softmax_in(const Matrix& scores, const Precision& precision) {
  const Matrix inputs = rounded(scores, precision);
  return shifted_softmax(inputs, xt::zeros<double>({rows(inputs)}), precision);
}

double largest_exponent(const Precision& precision) {
  double finite = 0.0;
  double overflows = 1024.0;  // e^1024 > 2^1024
  while (true) {
    const double middle = rounded((finite + overflows) / 2.0, precision);
    if (middle == finite || middle == overflows) return finite;
    (std::isinf(rounded(std::exp(middle), precision)) ? overflows : finite) = middle;
  }
}

}  // namespace attn
