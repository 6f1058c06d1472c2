#include "module/shown_cells.hpp"

#include <cmath>
#include <map>
#include <optional>

#include "render/number.hpp"
#include "trace/parts.hpp"

namespace attn {

namespace {

struct Place {
  const Array* array;
  std::size_t index;
};
using Places = std::multimap<double, Place>;

// What stands around a number on the page.
struct Around {
  std::string_view block, row, column;
  std::size_t row_number;
};

// Numbers that many things are equal to say little.
bool is_common(double x) { return x == std::round(x) || 2 * x == std::round(2 * x); }

Places places_of(const Document& page) {
  constexpr std::size_t kMostNumbers = 20'000;  // of an array; more are not read one by one
  Places places;
  for (const Array& array : page.arrays) {
    const bool matrix = array.shape.size() >= 2 && array.type == Array::Type::real;
    if (!matrix || array.values.size() > kMostNumbers) continue;
    for (std::size_t i = 0; i < array.values.size(); ++i) {
      if (std::isfinite(array.values[i])) places.emplace(array.values[i], Place{&array, i});
    }
  }
  return places;
}

std::string_view label(const std::vector<std::string>& labels, std::size_t i) {
  return i < labels.size() ? std::string_view(labels[i]) : std::string_view{};
}

bool is_named_after(std::string_view block, std::string_view array) {
  return block == array || (block.starts_with(array) && block.substr(array.size()) == "-map");
}

int likeness(const Around& around, const Place& place) {
  const Array& array = *place.array;
  const std::size_t columns = array.shape.back();
  const std::size_t row = place.index / columns, column = place.index % columns;
  int score = is_named_after(around.block, array.id) ? 8 : 0;
  if (around.column == array.id) score += 4;  // "score" and "weight" head columns of such rows
  if (!array.id.empty() && around.column == array.id.substr(0, array.id.size() - 1)) score += 4;
  if (around.row == label(array.row_labels, row)) score += 2;
  if (around.row == label(array.column_labels, column)) score += 1;
  if (around.column == label(array.column_labels, column)) score += 2;
  if (around.row_number == row) score += 1;
  return score;
}

std::string cell_for(const Document& page, const Places& places, const Cell& cell,
                     const Around& around) {
  if (const auto* whole = std::get_if<Integer>(&cell)) return "=" + exact(*whole);
  const double* number = std::get_if<double>(&cell);
  if (number == nullptr) return {};
  const auto [begin, end] = places.equal_range(*number);
  const Place* best = nullptr;
  int most = is_common(*number) ? 7 : -1;  // what it has to surpass
  for (auto it = begin; it != end; ++it) {
    const int score = likeness(around, it->second);
    if (score > most) {
      most = score;
      best = &it->second;
    }
  }
  return best == nullptr ? "=" + exact(*number) : cell_at(page, *best->array, best->index);
}

std::vector<std::vector<std::string>> cells_of(const Document& page, const Places& places,
                                               const Table& table) {
  std::vector<std::vector<std::string>> result;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    const std::string* head = row.empty() ? nullptr : std::get_if<std::string>(&row.front());
    std::vector<std::string>& names = result.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c) {
      names.push_back(cell_for(
          page, places, row[c],
          {table.id, head != nullptr ? std::string_view(*head) : "", table.columns[c].title, r}));
    }
  }
  return result;
}

std::vector<std::vector<std::string>> cells_of(const Document& page, const Places& places,
                                               const Heatmap& map) {
  std::vector<std::vector<std::string>> result;
  for (std::size_t r = 0; r < map.cells.size(); ++r) {
    std::vector<std::string>& names = result.emplace_back(1);  // its label
    for (std::size_t c = 0; c < map.cells[r].size(); ++c) {
      names.push_back(cell_for(page, places, map.cells[r][c],
                               {map.id, map.row_labels[r], map.column_labels[c], r}));
    }
  }
  return result;
}

}  // namespace

ShownCells shown_cells(const Document& page) {
  const Places places = places_of(page);
  ShownCells shown;
  for (const Block& block : page.blocks) {
    if (const auto* table = std::get_if<Table>(&block)) {
      shown.push_back(cells_of(page, places, *table));
    } else if (const auto* map = std::get_if<Heatmap>(&block)) {
      shown.push_back(cells_of(page, places, *map));
    }
  }
  return shown;
}

}  // namespace attn
