// Figures of memory that are often printed wrong, computed both ways.
#pragma once

#include "document/page.hpp"

namespace attn::lessons::memory_table {

// MiB printed as MB, and 256 bytes as nothing.
void note_units(Page& page);

// Flash attention's saving at n = 4096, d_k = 64 in float32, often printed as 8×.
void note_flash(Page& page);

// What grouped-query attention saves, model by model.
void note_sharing(Page& page);

}  // namespace attn::lessons::memory_table
