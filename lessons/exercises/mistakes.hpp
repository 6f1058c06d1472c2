// Which mistake in attention gives what a student wrote?
#pragma once

#include <string>

#include "practice/sheet.hpp"

namespace attn::lessons::exercises {

// As mistake_in of lessons/exercises.hpp.
std::string mistake_in(const practice::Sheet& sheet, const practice::Step& step,
                       const Matrix& written);

}  // namespace attn::lessons::exercises
