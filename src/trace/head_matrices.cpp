#include "trace/head_matrices.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attn {

namespace {

std::string label(const std::vector<std::string>& labels, std::size_t size, std::size_t i) {
  const bool unique = labels.size() == size && std::ranges::count(labels, labels[i]) == 1;
  return unique ? labels[i] : std::to_string(i);
}

}  // namespace

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

std::string name_of(const Planes& p, Spot at, bool columns) {
  const Array& array = *p.array;
  const std::size_t rank = array.shape.size();
  std::string name = array.id;
  if (rank == 4 || (rank == 3 && p.side_by_side)) name += fmt::format("[{}]", at.sequence);
  if (rank > 2 && !p.side_by_side) name += fmt::format("[{}]", at.head);
  const std::size_t column = at.column + (p.side_by_side ? at.head * p.columns : 0);
  std::string first = label(array.row_labels, p.rows, at.row),
              second = label(array.column_labels, array.shape.back(), column);
  if (columns) std::swap(first, second);
  return fmt::format("{}[{}][{}]", name, first, second);
}

Spot spot_of(const Planes& p, const std::vector<std::size_t>& at) {
  const std::size_t rank = at.size();
  Spot spot{.row = at[rank - 2], .column = at[rank - 1]};
  if (p.side_by_side) {
    spot.head = spot.column / p.columns;
    spot.column %= p.columns;
    if (rank == 3) spot.sequence = at[0];
    return spot;
  }
  if (rank > 2) spot.head = at[rank - 3];
  if (rank == 4) spot.sequence = at[0];
  return spot;
}

double number_at(const Planes& planes, Spot spot) {
  return planes.array->values[index_of(planes, spot)];
}

Spot shared(const Planes& with, const Planes& x, Spot spot) {
  spot.head = spot.head / (x.heads / with.heads);
  return spot;
}

}  // namespace attn
