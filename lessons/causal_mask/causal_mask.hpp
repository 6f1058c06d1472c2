// What happens when "hidden" is a finite number in place of −∞?
#pragma once

#include <span>

#include "document/page.hpp"

namespace attn::lessons::causal_mask {

// A section of a page: a row of scores of which every key is hidden, by three fills, in three
// precisions, put in place of the scores or added to them.
void write_fills(Page& page, std::span<const double> scores);

// A section of a page: a published row whose visible scores lie below the fill, so that its weight
// goes to hidden keys. `lowest` is the lowest score of the page, to compare it with.
void write_leak(Page& page, double lowest);

}  // namespace attn::lessons::causal_mask
