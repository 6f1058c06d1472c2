// The page that `flash-tiling --measure` writes.
#pragma once

#include "document/page.hpp"
#include "lessons/flash_tiling/measure.hpp"

namespace attn::lessons::flash_tiling {

// Its tables, charts and claims by their ids, before anything is measured.
Document announced_page(const MeasureOptions& options);

Document measured_page(const MeasureOptions& options, const Measurements& measurements);

// The sections on the kernel itself: tables "calls", of a first call and the next, claim
// "first-touch"; "parts", and picture "parts-map", of where its time goes; "roofline", and chart
// "roofline-chart".
void write_anatomy(Page& page, const MeasureOptions& options, const Measurements& measurements);
void announce_anatomy(Document& page, const MeasureOptions& options);

}  // namespace attn::lessons::flash_tiling
