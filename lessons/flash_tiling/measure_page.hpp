// The page that `flash-tiling --measure` writes.
#pragma once

#include "document/document.hpp"
#include "lessons/flash_tiling/measure.hpp"

namespace attn::lessons::flash_tiling {

Document measured_page(const MeasureOptions& options, const Measurements& measurements);

}  // namespace attn::lessons::flash_tiling
