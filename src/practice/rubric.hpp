// What is each answer worth?
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "practice/sheet.hpp"

namespace attn::practice {

struct Rubric {
  // Of a whole step, shared evenly among its gaps; one point a gap unless given.
  std::map<std::string, double, std::less<>> points = {};
  // Shares of a gap's points.
  double follows = 1.0;        // right given an earlier step that is not: an error counts once
  double truncated = 0.5;      // cut off where it should be rounded
  double rounded_early = 0.5;  // rounded on the way
  double fewer_digits = 0.5;   // right as far as it goes, one digit short
};

// {"points": {"weights": 4}, "follows": 1, "truncated": 0.5, "rounded_early": 0.5,
// "fewer_digits": 0.5}; every key may be absent. Throws Error naming the file and the key.
Rubric parse_rubric(std::string_view text, const std::string& file);

// Throws Error for points of a step that the sheet does not have.
void refuse_unknown_steps(const Rubric& rubric, const Sheet& sheet);

}  // namespace attn::practice
