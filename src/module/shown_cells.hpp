// Which numbers of a page's tables and pictures are numbers of its arrays?
#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"

namespace attn {

// For each table and heatmap in the page's order, row by row, the cell of an array that stands
// there, as "weights[cat][sat]". Told by the number itself, all of its bits; where several are the
// same, by labels and names. Of another number all of its digits, as "=0.75069"; of what is none
// "".
using ShownCells = std::vector<std::vector<std::vector<std::string>>>;

ShownCells shown_cells(const Document& page);

}  // namespace attn
