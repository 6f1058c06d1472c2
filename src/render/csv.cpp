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
std::string field_of(const Blank& blank) { return escape(blank.content); }
std::string field_of(const std::string& text) { return text.empty() ? "\"\"" : escape(text); }

std::string head_of(const Column& column) {
  if (column.title.empty()) return column.id;
  return column.unit.empty() ? column.title : column.title + " (" + column.unit + ")";
}

// A picture as the table of its figures.
Table first_table(const Document& document) {
  for (const Block& block : document.blocks) {
    if (const auto* table = std::get_if<Table>(&block)) return *table;
    if (const auto* map = std::get_if<Heatmap>(&block)) return tabulated(*map);
    if (const auto* chart = std::get_if<Chart>(&block)) return tabulated(*chart);
  }
  return {};
}

}  // namespace

std::string render_csv(const Document& document, const RenderOptions&) {
  require_single("csv", "table", table_ids(document));
  const Table table = first_table(document);
  std::vector<std::string> fields;
  for (const Column& column : table.columns) fields.push_back(escape(head_of(column)));
  std::string text = fmt::format("{}\n", fmt::join(fields, ","));
  for (const auto& row : table.rows) {
    fields.clear();
    for (const Cell& cell : row) {
      fields.push_back(std::visit([](const auto& value) { return field_of(value); }, cell));
    }
    text += fmt::format("{}\n", fmt::join(fields, ","));
  }
  return text;
}

}  // namespace attn
