#include "render/tabulated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace attn {

namespace {

bool has_holes(const Table& table) {
  return std::ranges::any_of(table.rows, [](const std::vector<Cell>& row) {
    return std::ranges::any_of(
        row, [](const Cell& cell) { return std::holds_alternative<Missing>(cell); });
  });
}

std::string ordinal(std::size_t n) {
  const bool teen = n / 10 % 10 == 1;
  const char* ending = teen          ? "th"
                       : n % 10 == 1 ? "st"
                       : n % 10 == 2 ? "nd"
                       : n % 10 == 3 ? "rd"
                                     : "th";
  return fmt::format("{}{}", n, ending);
}

}  // namespace

Table tabulated(const Heatmap& map) {
  Table table{map.id, map.caption, {{"row", "", ""}}, {}};
  for (std::size_t c = 0; c < map.column_labels.size(); ++c) {
    table.columns.push_back({fmt::format("c{}", c), map.column_labels[c], "", map.digits});
  }
  for (std::size_t r = 0; r < map.row_labels.size(); ++r) {
    std::vector<Cell> row{map.row_labels[r]};
    row.insert(row.end(), map.cells[r].begin(), map.cells[r].end());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table tabulated(const Chart& chart) {
  constexpr auto kGeneral = Column::Notation::general;
  const std::string y = chart.y_title.empty() ? "" : " (" + chart.y_title + ")";
  Table table{chart.id, chart.caption + y, {{"x", chart.x_title, "", 4, kGeneral}}, {}};
  std::map<double, std::vector<Cell>> rows;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    table.columns.push_back({fmt::format("y{}", s + 1), chart.series[s].name, "", 4, kGeneral});
    for (const auto& [x, y_value] : chart.series[s].points) {
      auto& row = rows.try_emplace(x, chart.series.size() + 1, Cell{Missing{}}).first->second;
      row.front() = x;
      row[s + 1] = y_value;
    }
  }
  for (auto& [x, row] : rows) table.rows.push_back(std::move(row));
  return table;
}

Table thinned(Table table) {
  constexpr std::size_t kShort = 16, kSteps = 12;
  const std::size_t size = table.rows.size();
  if (size <= kShort || has_holes(table)) return table;
  const std::size_t last = size - 1, step = (last + kSteps - 1) / kSteps;
  std::vector<std::vector<Cell>> rows;
  for (std::size_t r = 0; r < last; r += step) rows.push_back(std::move(table.rows[r]));
  rows.push_back(std::move(table.rows[last]));
  table.rows = std::move(rows);
  table.caption += fmt::format("{}every {} point{}", table.caption.empty() ? "" : "; ",
                               ordinal(step), last % step == 0 ? "" : " and the last");
  return table;
}

}  // namespace attn
