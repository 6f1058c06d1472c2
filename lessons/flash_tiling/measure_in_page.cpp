// In a page nothing is measured.
#include "lessons/flash_tiling/measure.hpp"
#include "support/error.hpp"

namespace attn::lessons::flash_tiling {

Measurements measure(const MeasureOptions&) { throw Error("--measure is for the program"); }

}  // namespace attn::lessons::flash_tiling
