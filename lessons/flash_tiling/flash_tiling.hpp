// A run of flash attention followed tile by tile, and the sections of its lesson.
#pragma once

#include <string>
#include <vector>

#include "core/flash.hpp"
#include "document/page.hpp"
#include "lessons/shared/steps.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::flash_tiling {

// --- a run, tile by tile and row by row ---

struct FlashTrace {
  std::vector<Tile> tiles;  // in the order in which they are taken in
  Matrix output;            // (T, d_v)
};

FlashTrace trace_flash(const Steps& steps, const FlashOptions& options);

// What one query sees of a tile of C keys, and knows after it.
struct RowStep {
  Index first_query = 0, first_key = 0;
  std::vector<double> scores, exps;  // (C,)
  double rescale = 0.0;              // r
  double peak = 0.0, sum = 0.0;      // m and l after the tile
  std::vector<double> output;        // (d_v,) o after the tile
};
std::vector<RowStep> steps_of(const FlashTrace& trace, Index row);

// The row that most happens to: the first that is not a number; else, in the first block of queries
// that meets most tiles, the first row whose maximum moves, or its first row.
Index eventful_row(const FlashTrace& trace);

// The query of `row`, then every key and value: what a trace starts from.
Table query_keys_values(const std::string& id, const Steps& steps, Index row);

// A row as a column of sums to check with a pencil: what is carried times r, a line per key (score,
// exp(score − m), that times the value), and the total after each tile (m, l, o); at last o / l.
Table ledger(const std::string& id, const Steps& steps, const FlashTrace& trace, Index row);

// Where the factors r of a row come from: its first tile, and the first that raises its maximum.
std::string rescale_note(const Steps& steps, const FlashTrace& trace, Index row);

// The block of queries that `row` belongs to: m, r, l and o, a line per tile and query.
Table block_states(const std::string& id, const Steps& steps, const FlashTrace& trace, Index row);

// "t4", or "t4–t7": the labels from `first` on, `count` of them.
std::string stretch(const Labels& labels, Index first, Index count);

// As many components as fit on a line of 80 beside the rest of a trace.
inline constexpr Index kTracedColumns = 4;

// --- the later sections ---

// What the reader's run came to: claim equals-naive, or without the guard, rows of NaN in it:
// claims unguarded and unguarded-others.
void claim_run(Page& page, const Steps& steps, const FlashTrace& trace,
               const FlashOptions& options);

// Flash against naive attention for every block, beside the noise of reordering. Tables blocks and
// noise; claims plain-blocks, causal-blocks and, under another mask, own-blocks.
void write_equality(Page& page, const Steps& steps);

// Which tiles a mask lets flash skip, and what is saved; without a mask of the reader's, the causal
// one is shown. Picture tile-map; table tile-counts; claim tiles-skipped.
void write_skipped_tiles(Page& page, const Steps& steps, Index block);

// A row whose first tile is wholly hidden: what becomes of it without the guard, and with it.
// Equation trap-formula; tables trap and, where a row is spoilt, trap-steps; claims unguarded-rows
// and guarded-equals-naive.
void write_nan_trap(Page& page, const Steps& steps);

// What crosses between slow and fast memory. Tables traffic and traffic-4096; picture
// traffic-chart; claim loads-counted.
void write_traffic(Page& page, const Steps& steps, Index block);

// What either way holds of a head of real size. Table held; claim quoted-ratio.
void write_held_memory(Page& page);

}  // namespace attn::lessons::flash_tiling
