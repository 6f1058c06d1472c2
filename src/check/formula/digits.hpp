// When does a number agree with its printed digits?
#pragma once

#include <cmath>

#include "check/formula/interval.hpp"
#include "notes/printed.hpp"

namespace attn {

enum class Digits { round, truncate };

// The numbers that are printed so.
inline Interval around(const Printed& p, Digits digits) {
  if (digits == Digits::round) return {p.value - p.step / 2, p.value + p.step / 2};
  if (p.value == 0.0) return {-p.step, p.step};
  return p.value > 0 ? Interval{p.value, p.value + p.step} : Interval{p.value - p.step, p.value};
}

// A decimal fraction is not exactly a double.
inline Interval exactly(const Printed& p) {
  return p.decimals > 0 ? widened(p.value, p.value) : Interval{p.value, p.value};
}

// Whether a number of the interval may be printed so. One half way may be rounded up or down; one
// that is the next to be printed is not cut off to this.
inline bool agrees(Interval x, const Printed& p, Digits digits) {
  if (std::isinf(p.value)) return x.low <= p.value && p.value <= x.high;
  const Interval said = around(p, digits);
  const double slack = p.step * 1e-9 + std::abs(p.value) * 4e-16;
  const bool cut = digits == Digits::truncate;
  const double above = cut && p.value >= 0 ? -slack : slack;
  const double below = cut && p.value <= 0 ? -slack : slack;
  return x.low <= said.high + above && said.low - below <= x.high;
}

}  // namespace attn
