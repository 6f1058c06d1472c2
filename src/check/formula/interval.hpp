// Between which bounds does a number lie that is known by its printed digits?
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace attn {

struct Interval {
  double low = 0.0, high = 0.0;

  bool is_sound() const { return low <= high; }  // false where it is ∞ − ∞ or 0 × ∞
};

// Every operation widens its result by its own rounding, so that the true result lies within.
inline Interval widened(double low, double high) {
  constexpr double kRounding = std::numeric_limits<double>::epsilon() / 2;
  const auto slack = [](double x) { return std::isinf(x) ? 0.0 : std::abs(x) * kRounding; };
  return {low - slack(low), high + slack(high)};
}

inline Interval operator+(Interval a, Interval b) {
  return widened(a.low + b.low, a.high + b.high);
}
inline Interval operator-(Interval a) { return {-a.high, -a.low}; }
inline Interval operator-(Interval a, Interval b) { return a + -b; }

inline Interval operator*(Interval a, Interval b) {
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return widened(low, high);
}

inline Interval scaled(Interval a, double factor) { return a * Interval{factor, factor}; }

// What includes 0 divides nothing.
inline std::optional<Interval> divided(Interval a, Interval b) {
  if (b.low <= 0.0 && b.high >= 0.0) return std::nullopt;
  const auto [low, high] =
      std::minmax({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
  return widened(low, high);
}

// Of a function that never falls.
template <typename Rising>
Interval of(Rising f, Interval a) {
  const Interval once = widened(f(a.low), f(a.high));
  return widened(once.low, once.high);
}

}  // namespace attn
