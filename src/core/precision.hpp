// What becomes of arithmetic when every number has fewer bits: float64, float32 and float16.
//
// No type of the compiler's is needed (not every compiler has a half): an operation is computed in
// double and its result rounded. For +, −, ×, ÷ of float32 or float16 numbers that gives what the
// hardware gives, since 53 ≥ 2·24 + 2 bits make the first rounding harmless (Figueroa, 1995, "When
// is double rounding innocuous?"). exp has no such guarantee: it is within the last bit.
#pragma once

#include <string_view>

#include "core/tensor.hpp"

namespace attn {

struct Precision {
  std::string_view name;
  int digits;        // binary digits of the significand, the hidden one included
  int min_exponent;  // of the smallest normal number, 2^min_exponent; below it spacing is constant
  double largest;    // finite number

  bool operator==(const Precision&) const = default;
};

inline constexpr Precision kFloat64{"float64", 53, -1022, 0x1.fffffffffffffp+1023};
inline constexpr Precision kFloat32{"float32", 24, -126, 0x1.fffffep+127};
inline constexpr Precision kFloat16{"float16", 11, -14, 65504.0};

// How far apart neighbouring numbers of that precision are, next to x (finite).
double spacing(double x, const Precision& precision);

// The nearest number of that precision, ties to even; ±inf beyond the largest; NaN stays.
double rounded(double x, const Precision& precision);
Matrix rounded(const Matrix& m, const Precision& precision);

// a + b, each entry rounded: what adding a mask to scores does. A scalar b, rounded itself first.
Matrix sum_in(const Matrix& a, double b, const Precision& precision);

// The stable softmax with the scores and each difference, exp, partial sum and quotient rounded.
// A row of −∞ is NaN, as in a library without a rule of its own for it.
Matrix softmax_in(const Matrix& scores, const Precision& precision);

// The formula as written, exp(score) / Σ exp(score), in that precision.
Matrix naive_softmax_in(const Matrix& scores, const Precision& precision);

// The largest number of that precision whose exponential is finite: 709.78, 88.72, 11.09.
double largest_exponent(const Precision& precision);

}  // namespace attn
