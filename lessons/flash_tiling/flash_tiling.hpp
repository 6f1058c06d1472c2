// The later sections of the lesson flash-tiling, one function each.
#pragma once

#include "document/page.hpp"
#include "lessons/flash_tiling/trace.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::flash_tiling {

// What the reader's run came to: naive attention, or without the guard, rows of NaN in it.
void claim_run(Page& page, const Steps& steps, const FlashTrace& trace,
               const FlashOptions& options);

// Flash against naive attention for every block, beside the noise of reordering.
void write_equality(Page& page, const Steps& steps);

// Which tiles a mask lets flash skip: a map, and what is saved. Without a mask of the reader's, the
// causal one is shown.
void write_skipped_tiles(Page& page, const Steps& steps, Index block);

// A row whose first tile is wholly hidden: what becomes of it without the guard, and with it.
void write_nan_trap(Page& page, const Steps& steps);

// What crosses between slow and fast memory. Claims loads-counted.
void write_traffic(Page& page, const Steps& steps, Index block);

// What either way holds of a head of real size. Claims quoted-ratio.
void write_held_memory(Page& page);

}  // namespace attn::lessons::flash_tiling
