// The axis of a chart: where a value lies on it, and where its ticks are.
#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"

namespace attn {

// From low to high, evenly or by logarithm; low < high, and both are positive when `log`.
struct Scale {
  double low = 0.0, high = 1.0;
  bool log = false;

  // 0 at low, 1 at high; NaN for a value that has no place (not finite, or ≤ 0 on a log axis).
  double place(double value) const;
};

// Scales that hold every point of the chart, widened to their ticks.
struct Axes {
  Scale x, y;
};
Axes axes_of(const Chart& chart);

// Round values on the scale, about `count` of them: 1, 2 or 5 times a power of ten, or powers of
// ten where a log axis spans several.
std::vector<double> ticks(const Scale& scale, int count);

// The values of x that occur, when there are at most `count` and so each can have its own tick;
// otherwise round values.
std::vector<double> x_ticks(const Chart& chart, const Scale& scale, int count);

// Ticks as people read them, with as many digits as it takes to tell them apart.
std::vector<std::string> tick_labels(const std::vector<double>& ticks);

}  // namespace attn
