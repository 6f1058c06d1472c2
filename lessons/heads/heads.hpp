// The later sections of the lesson heads.
#pragma once

#include "document/page.hpp"
#include "lessons/shared/heads_run.hpp"

namespace attn::lessons::heads {

// Parameters and multiplications by the number of heads, at the size of the first transformer.
// Table cost; claims same-arithmetic, scores-grow and counted-here.
void write_heads_cost(Page& page, const HeadsRun& run);

// Heads that share keys and values, on the sentence and in published models. Tables sharing and
// models; claim shared-is-repeated.
void write_sharing(Page& page, const HeadsRun& run);

}  // namespace attn::lessons::heads
