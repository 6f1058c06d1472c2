// What would come out if one convention were another?
#pragma once

#include "document/page.hpp"
#include "lessons/attend/arrays.hpp"

namespace attn::lessons::attend {

// A section of a page: the same tensors under other conventions, one at a time or with the one that
// it needs, and how far the output moves. With an output of another program's, also how far each is
// from that, and the claim that one of them gives it.
void write_others(Page& page, const Attending& attending, const Batch& output);

}  // namespace attn::lessons::attend
