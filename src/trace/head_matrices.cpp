#include "trace/head_matrices.hpp"

#include <algorithm>

namespace attn {

std::optional<Planes> planes_of(const Document& page, const Array& array) {
  const std::vector<std::size_t>& shape = array.shape;
  const std::size_t rank = shape.size();
  if (rank < 2 || rank > 4) return std::nullopt;
  Planes planes{&array, 1, 1, shape[rank - 2], shape[rank - 1]};
  const auto weights = std::ranges::find(page.arrays, "weights", &Array::id);
  if (array.id == "output" && weights != page.arrays.end() && weights->shape.size() == rank + 1) {
    planes.side_by_side = true;
    planes.heads = weights->shape[rank - 2];
    if (planes.heads == 0 || planes.columns % planes.heads != 0) return std::nullopt;
    planes.columns /= planes.heads;
    if (rank == 3) planes.sequences = shape[0];
    return planes;
  }
  if (rank > 2) planes.heads = shape[rank - 3];
  if (rank == 4) planes.sequences = shape[0];
  return planes;
}

std::size_t index_of(const Planes& p, Spot at) {
  if (p.side_by_side) {
    return ((at.sequence * p.rows + at.row) * p.heads + at.head) * p.columns + at.column;
  }
  return ((at.sequence * p.heads + at.head) * p.rows + at.row) * p.columns + at.column;
}

double number_at(const Planes& planes, Spot spot) {
  return planes.array->values[index_of(planes, spot)];
}

Spot shared(const Planes& with, const Planes& x, Spot spot) {
  spot.head = spot.head / (x.heads / with.heads);
  return spot;
}

}  // namespace attn
