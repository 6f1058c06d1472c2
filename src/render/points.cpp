#include "render/points.hpp"

#include <fmt/format.h>

#include <map>

namespace attn {

Table points_of(const Chart& chart) {
  constexpr auto kGeneral = Column::Notation::general;
  Table table{chart.id, chart.caption, {{"x", chart.x_title, "", 4, kGeneral}}, {}};
  std::map<double, std::vector<Cell>> rows;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    table.columns.push_back({fmt::format("y{}", s + 1), chart.series[s].name, "", 4, kGeneral});
    for (const auto& [x, y] : chart.series[s].points) {
      auto& row = rows.try_emplace(x, chart.series.size() + 1, Cell{Missing{}}).first->second;
      row.front() = x;
      row[s + 1] = y;
    }
  }
  for (auto& [x, row] : rows) table.rows.push_back(std::move(row));
  return table;
}

}  // namespace attn
