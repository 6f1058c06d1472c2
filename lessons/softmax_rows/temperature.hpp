// What does multiplying the scores by a number do to their weights?
#pragma once

#include <vector>

#include "document/page.hpp"
#include "lessons/softmax_rows/softmax_rows.hpp"

namespace attn::lessons::softmax_rows {

// A section of a page: the softmax of sharpness · scores for each sharpness, its entropy, and the
// focused row at each. Adds the arrays sharpness and entropy.
void write_sharpness(Page& page, const ScoreRows& r, std::vector<double> sharpness);

}  // namespace attn::lessons::softmax_rows
