// A chart as the table of its points, for formats that draw nothing.
#pragma once

#include "document/document.hpp"

namespace attn {

// One row for each x that occurs, ascending, and a column for each series; Missing where a series
// has no point. The id and the caption are the chart's.
Table points_of(const Chart& chart);

}  // namespace attn
