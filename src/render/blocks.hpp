// Where a wide table is cut.
#pragma once

#include <cstddef>
#include <vector>

namespace attn {

// Columns [begin, end) that stand side by side after the first column, which every block repeats.
struct ColumnBlock {
  std::size_t begin, end;
};

// As few blocks as fit in `width`, about equally wide, with `gap` between columns. A column that
// does not fit stands alone. One empty block when there is only the first column.
std::vector<ColumnBlock> column_blocks(const std::vector<int>& widths, int gap, int width);

}  // namespace attn
