#include "render/tabulated.hpp"

#include <fmt/format.h>

#include <map>

namespace attn {

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

}  // namespace attn
