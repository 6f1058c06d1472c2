// Tests of claims, each with the figure that decides it as evidence.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "core/tensor.hpp"
#include "document/page.hpp"

namespace attn {

// What rounding may add up to in double precision, for figures of the size of one.
inline constexpr double kTolerance = 1e-12;

// A difference as evidence shows it: "2.2e-16", or "0".
std::string tiny(double difference);

// Every entry lies within the tolerance of `target`. A NaN fails.
Check all_near(const Vector& values, double target, double tolerance = kTolerance);

// The two are the same, entry for entry, within the tolerance (0: to the bit). A NaN fails.
Check same(const Matrix& a, const Matrix& b, double tolerance = kTolerance);

// None of several differences exceeds the tolerance. A NaN fails.
Check all_small(const Vector& differences, double tolerance = kTolerance);

// Every entry lies between the smallest and the largest entry of its column in `bounds`.
// Shapes (m, n) and (k, n). A NaN fails.
Check within_columns(const Matrix& values, const Matrix& bounds, double tolerance = kTolerance);

// Any other test, with evidence of its own: check(peak < 1.0, "the largest weight is {:.4f}", peak)
template <typename... Args>
Check check(bool holds, fmt::format_string<Args...> evidence, Args&&... args) {
  return {holds, fmt::format(evidence, std::forward<Args>(args)...)};
}

}  // namespace attn
