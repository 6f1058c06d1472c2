// How a number is written: rounded for people, exact for programs.
#pragma once

#include <string>

#include "document/document.hpp"

namespace attn {

// For people: a column's digits, never "-0.0000"; whole numbers grouped (1,073,741,824); a dash for
// Missing; a line for a Blank; ∞, −∞ and NaN by name. `digits` overrides the column's unless negative.
std::string shown(const Cell& cell, const Column& column, int digits = -1);
std::string shown(double value, int digits);

// For people, where no column says how: four significant digits, whole numbers whole ("0.7507",
// "4,096", "1.5e-07").
std::string brief(double value, int significant = 4);

// For programs: the shortest text that reads back as the same double, inf, -inf and nan by name;
// whole numbers ungrouped.
std::string exact(double value);
std::string exact(Integer value);

}  // namespace attn
