// Of which lessons are there exercises, and what went wrong in an answer?
#pragma once

#include <span>
#include <string>

#include "practice/plan.hpp"

namespace attn {

// In teaching order.
std::span<const practice::Exercise> exercises();

// The mistake that gives what a student wrote as a step of a sheet: "softmax runs down the columns;
// right is: …". NaN where nothing is written. Empty where no single mistake gives these numbers.
std::string mistake_in(const practice::Sheet& sheet, const practice::Step& step,
                       const Matrix& written);

}  // namespace attn
