// How does a causal mask lie when queries and keys differ in number?
#pragma once

#include "core/tensor.hpp"
#include "document/page.hpp"

namespace attn::lessons::causal_mask {

// A section of a page: both alignments of a causal mask of that many queries and keys.
void write_alignments(Page& page, Index queries, Index keys);

}  // namespace attn::lessons::causal_mask
