// The page that `flash-tiling --measure` writes.
#pragma once

#include "document/document.hpp"
#include "lessons/flash_tiling/measure.hpp"

namespace attn::lessons::flash_tiling {

// Its tables, charts and claims by their ids, before anything is measured.
Document announced_page(const MeasureOptions& options);

Document measured_page(const MeasureOptions& options, const Measurements& measurements);

}  // namespace attn::lessons::flash_tiling
