// Which numbers of a page is a number computed from, in one step?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace attn {

// A number that goes into another one. Of a product the first factors are `left`, the others
// `right`; the i-th of both belong together.
struct TracePart {
  std::string array, cell;  // "weights", "weights[cat][sat]"
  double value = 0.0;
  bool right = false;
};

// In order. None for what is given, or settled by a mask. Throws Error when there is no such cell.
std::vector<TracePart> parts_of(const Document& page, std::string_view reference);

// "weights[cat][sat]" of the number at that place of an array's values; empty where no trace could
// begin there.
std::string cell_at(const Document& page, const Array& array, std::size_t place);

}  // namespace attn
