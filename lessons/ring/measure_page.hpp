// What did the ranks find?
#pragma once

#include "document/page.hpp"
#include "lessons/ring/measure.hpp"

namespace attn::lessons::ring {

// The ids of the page, before the work.
Document announced_page(const MeasureOptions& options);

// Tables "rings", "sending", "dealings" and "nodes", the last a calculation; claims "ring-near",
// "in-order-near", "zigzag-near", "sent-in-theory" and, where pieces are equal, "zigzag-even".
Document measured_page(const MeasureOptions& options, const RingMeasurements& measurements);

}  // namespace attn::lessons::ring
