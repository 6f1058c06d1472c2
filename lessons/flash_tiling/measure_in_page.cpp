// In a page nothing is measured.
#include "lessons/flash_tiling/measure.hpp"
#include "lessons/flash_tiling/measure_parts.hpp"
#include "lessons/flash_tiling/measure_runs.hpp"
#include "support/error.hpp"

namespace attn::lessons::flash_tiling {

namespace {

[[noreturn]] void refuse() { throw Error("--measure is for the program"); }

}  // namespace

std::vector<Index> ladder(Index) { refuse(); }
Measurements measure(const MeasureOptions&) { refuse(); }
Anatomy dissect(const MeasureOptions&, Index) { refuse(); }

}  // namespace attn::lessons::flash_tiling
