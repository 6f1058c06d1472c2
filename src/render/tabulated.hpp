// Pictures as tables of their figures, for formats that draw nothing.
#pragma once

#include "document/document.hpp"

namespace attn {

// The cells under their column's label, each row after its own; the id and the caption are the
// heatmap's.
Table tabulated(const Heatmap& map);

// One row for each x that occurs, ascending, and a column for each series; Missing where a series
// has no point. The title of y follows the caption.
Table tabulated(const Chart& chart);

// About a dozen rows, evenly spaced from the first to the last, for people: a curve's shape; the
// caption says which. A short table stays whole, and so does one with holes, whose rows differ.
Table thinned(Table table);

}  // namespace attn
