// The later sections of the lesson causal-mask.
#pragma once

#include <span>

#include "core/tensor.hpp"
#include "document/page.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::causal_mask {

// The unmasked weights with hidden ones set to 0, as they are and divided by what is left of their
// row, against the weights of the masked scores. Table late; claims late-sums and late-divided.
void write_late_mask(Page& page, const Steps& steps, const Matrix& unmasked);

// A row of scores of which every key is hidden, by three fills, in three precisions, put in place
// of the scores or added to them. Tables fills and added; claims fill-infinite, fill-in-place,
// fill-added and empty-row.
void write_fills(Page& page, std::span<const double> scores);

// A published row whose visible scores lie below the fill, so that its weight goes to hidden keys.
// `lowest` is the lowest score of the page, to compare it with. Table leak; claim leak-hidden.
void write_leak(Page& page, double lowest);

// Both alignments of a causal mask of that many queries and keys. Tables bottom-right and top-left;
// claims bottom-right-last and top-left-last.
void write_alignments(Page& page, Index queries, Index keys);

}  // namespace attn::lessons::causal_mask
