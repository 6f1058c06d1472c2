// What if the mask is laid on the weights, after the softmax?
#pragma once

#include "document/page.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::causal_mask {

// A section of a page: the unmasked weights with hidden ones set to 0, as they are and divided by
// what is left of their row, against the weights of the masked scores.
void write_late_mask(Page& page, const Steps& steps, const Matrix& unmasked);

}  // namespace attn::lessons::causal_mask
