// What does the softmax do with scores whose exponential is beyond the largest number?
#pragma once

#include "document/page.hpp"
#include "lessons/softmax_rows/softmax_rows.hpp"

namespace attn::lessons::softmax_rows {

// A section of a page: where exp overflows in each precision, and the focused row by the formula as
// written beside the stable one. A row that does not overflow is moved to where it does.
void write_overflow(Page& page, const ScoreRows& r);

}  // namespace attn::lessons::softmax_rows
