// Which matrices does an array hold?
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "document/document.hpp"

namespace attn {

// An array as the matrices that it holds, one for each head of each sequence. An output in fewer
// dimensions than its weights has its heads side by side.
struct Planes {
  const Array* array = nullptr;
  std::size_t sequences = 1, heads = 1, rows = 0, columns = 0;
  bool side_by_side = false;
};

struct Spot {
  std::size_t sequence = 0, head = 0, row = 0, column = 0;
};

// Nothing for an array in one dimension, or in more than four.
std::optional<Planes> planes_of(const Document& page, const Array& array);

std::size_t index_of(const Planes& planes, Spot spot);  // of its number among the array's
// "output[1][cat][0]": an index for each dimension of the array, and back from their numbers.
std::string name_of(const Planes& planes, Spot spot, bool columns = false);
Spot spot_of(const Planes& planes, const std::vector<std::size_t>& at);

double number_at(const Planes& planes, Spot spot);

// The spot in the head that goes with x's: several heads of queries may share one of keys.
Spot shared(const Planes& with, const Planes& x, Spot spot);

}  // namespace attn
