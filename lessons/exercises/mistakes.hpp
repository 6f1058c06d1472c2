// Which mistake in attention gives what a student wrote?
#pragma once

#include <string>

#include "practice/sheet.hpp"

namespace attn {

// The mistake that gives what a student wrote as a step of a sheet: "softmax runs down the columns;
// right is: …". NaN where nothing is written. Empty where no single mistake gives these numbers.
std::string mistake_in(const practice::Sheet& sheet, const practice::Step& step,
                       const Matrix& written);

}  // namespace attn
