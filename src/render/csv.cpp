// The CSV format: one table for other programs (RFC 4180, lines ended by LF as everywhere here).
#include <fmt/format.h>

#include "render/format.hpp"
#include "render/number.hpp"
#include "render/single.hpp"
#include "render/tabulated.hpp"

namespace attn {

namespace {

// In quotes where the field would otherwise not read back as it is.
std::string escape(const std::string& field) {
  const bool plain = field.find_first_of(",\"\r\n") == std::string::npos &&
                     !field.starts_with(' ') && !field.ends_with(' ');
  if (plain) return field;
  std::string quoted;
  for (const char c : field) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return '"' + quoted + '"';
}

// A missing cell is an empty field, an empty word a pair of quotes.
std::string field_of(Missing) { return ""; }
std::string field_of(Integer value) { return exact(value); }
std::string field_of(double value) { return exact(value); }
std::string field_of(const std::string& text) { return text.empty() ? "\"\"" : escape(text); }

std::string head_of(const Column& column) {
  if (column.title.empty()) return column.id;
  return column.unit.empty() ? column.title : column.title + " (" + column.unit + ")";
}

// Tables, and pictures as the tables of their figures.
std::vector<Table> tables_of(const Document& document) {
  std::vector<Table> tables;
  for (const Block& block : document.blocks) {
    if (const auto* table = std::get_if<Table>(&block)) tables.push_back(*table);
    if (const auto* map = std::get_if<Heatmap>(&block)) tables.push_back(tabulated(*map));
    if (const auto* chart = std::get_if<Chart>(&block)) tables.push_back(tabulated(*chart));
  }
  return tables;
}

}  // namespace

std::string render_csv(const Document& document, const RenderOptions&) {
  const std::vector<Table> tables = tables_of(document);
  std::vector<std::string_view> ids;
  for (const Table& table : tables) ids.push_back(table.id);
  require_single("csv", "table", ids);

  std::vector<std::string> fields;
  for (const Column& column : tables[0].columns) fields.push_back(escape(head_of(column)));
  std::string text = fmt::format("{}\n", fmt::join(fields, ","));
  for (const auto& row : tables[0].rows) {
    fields.clear();
    for (const Cell& cell : row) {
      fields.push_back(std::visit([](const auto& value) { return field_of(value); }, cell));
    }
    text += fmt::format("{}\n", fmt::join(fields, ","));
  }
  return text;
}

}  // namespace attn
