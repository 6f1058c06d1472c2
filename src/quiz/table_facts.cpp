#include "quiz/table_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/number.hpp"

namespace attn::table_facts {

std::optional<double> number(const Cell& cell) {
  if (const auto* whole = std::get_if<Integer>(&cell)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&cell);
  return real != nullptr && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

std::vector<double> numbers_down(const Table& table, std::size_t column) {
  std::vector<double> numbers;
  for (const auto& row : table.rows) {
    if (const auto x = number(row[column])) numbers.push_back(*x);
  }
  return numbers;
}

bool is_numeric(const Table& table, std::size_t column) {
  return numbers_down(table, column).size() == table.rows.size();
}

bool equal(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

bool clear(double a, double b) {
  constexpr double kFactor = 1.2;
  return equal(a, b) || std::abs(a - b) >= (kFactor - 1.0) * std::min(std::abs(a), std::abs(b));
}

std::optional<std::size_t> place_of_largest(const std::vector<double>& numbers) {
  if (numbers.size() < 2) return {};
  const auto largest = std::ranges::max_element(numbers);
  for (auto it = numbers.begin(); it != numbers.end(); ++it) {
    if (it != largest && equal(*it, *largest)) return {};
  }
  return static_cast<std::size_t>(largest - numbers.begin());
}

std::vector<std::string> distinct(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool twice = std::ranges::count(names, names[i]) > 1;
    result.push_back(twice ? fmt::format("{} [{}]", names[i], i) : names[i]);
  }
  return result;
}

std::string label_of(const Table& table, std::size_t row) {
  return shown(table.rows[row].front(), table.columns.front());
}

std::vector<std::string> labels_of(const Table& table) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < table.rows.size(); ++i) labels.push_back(label_of(table, i));
  return distinct(labels);
}

std::string row_name(const Table& table, std::size_t row) {
  const std::string& title = table.columns.front().title;
  const bool is_word = std::holds_alternative<std::string>(table.rows[row].front());
  if (is_word) return fmt::format("“{}”", labels_of(table)[row]);
  return title.empty() ? label_of(table, row) : fmt::format("{} = {}", title, label_of(table, row));
}

std::string cell_of(const Table& table, std::size_t row, std::size_t column) {
  return shown(table.rows[row][column], table.columns[column]);
}

bool is_component(const Column& column) {
  return column.title.find("·") != std::string::npos ||
         std::ranges::all_of(column.title, [](char c) { return c >= '0' && c <= '9'; });
}

Table without_sums(Table table) {
  std::erase_if(table.rows, [](const std::vector<Cell>& row) {
    const auto* label = std::get_if<std::string>(&row.front());
    return label != nullptr && *label == "sum";
  });
  return table;
}

bool is_matrix(const Table& table) {
  return table.columns.size() > 2 && table.columns[1].id == "c0" && table.columns[2].id == "c1";
}

bool is_sweep(const Table& table) {
  const std::vector<double> first = numbers_down(table, 0);
  return first.size() == table.rows.size() && first.size() > 2 && std::ranges::is_sorted(first) &&
         first.front() < first.back();
}

}  // namespace attn::table_facts
