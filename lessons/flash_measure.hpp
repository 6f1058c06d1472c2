// The page that `flash-tiling --measure` writes.
#pragma once

#include "document/document.hpp"
#include "lessons/measure.hpp"

namespace attn {

Document measured_page(const MeasureOptions& options, const Measurements& measurements);

}  // namespace attn
