#include "document/find.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

// "" for a block that has no id.
std::string_view id_of(const Block& block) {
  return std::visit(
      [](const auto& b) -> std::string_view {
        if constexpr (requires { b.id; }) return b.id;
        return {};
      },
      block);
}

[[noreturn]] void not_found(std::string_view kind, std::string_view id,
                            const std::vector<std::string_view>& there) {
  const std::string_view near = nearest(id, there);
  const std::string hint = near.empty() ? "" : fmt::format(" did you mean \"{}\"?", near);
  const std::string ids = there.empty() ? "none" : fmt::format("{}", fmt::join(there, ", "));
  throw Error("there is no {} \"{}\";{} there {}: {}", kind, printable(id), hint,
              there.size() == 1 ? "is" : "are", ids);
}

template <typename Kind>
const Kind& find_block(const Document& document, std::string_view kind, std::string_view id) {
  std::vector<std::string_view> there;
  for (const Block& block : document.blocks) {
    const Kind* found = std::get_if<Kind>(&block);
    if (!found) continue;
    if (found->id == id) return *found;
    there.push_back(found->id);
  }
  not_found(kind, id, there);
}

}  // namespace

const Table& find_table(const Document& document, std::string_view id) {
  return find_block<Table>(document, "table", id);
}

const Claim& find_claim(const Document& document, std::string_view id) {
  return find_block<Claim>(document, "claim", id);
}

const Array& find_array(const Document& document, std::string_view id) {
  std::vector<std::string_view> there;
  for (const Array& array : document.arrays) {
    if (array.id == id) return array;
    there.push_back(array.id);
  }
  not_found("array", id, there);
}

double real_at(const Table& table, std::size_t row, std::string_view column) {
  std::vector<std::string_view> there;
  for (const Column& c : table.columns) there.push_back(c.id);
  const auto found = std::ranges::find(there, column);
  if (found == there.end()) not_found("column", column, there);
  if (row >= table.rows.size()) {
    throw Error("table \"{}\" has {} rows; there is no row {}", table.id, table.rows.size(), row);
  }
  const Cell& cell = table.rows[row][static_cast<std::size_t>(found - there.begin())];
  const double* value = std::get_if<double>(&cell);
  if (!value)
    throw Error("table \"{}\": row {}, column \"{}\" is not a real number", table.id, row, column);
  return *value;
}

bool all_claims_hold(const Document& document) {
  return std::ranges::all_of(document.blocks, [](const Block& block) {
    const Claim* claim = std::get_if<Claim>(&block);
    return !claim || claim->holds;
  });
}

Document only(const Document& document, const std::vector<std::string>& ids) {
  std::vector<std::string_view> there;
  const auto add = [&there](std::string_view id) {
    if (!id.empty() && std::ranges::find(there, id) == there.end()) there.push_back(id);
  };
  for (const Block& block : document.blocks) add(id_of(block));
  for (const Array& array : document.arrays) add(array.id);
  for (const std::string& id : ids) {
    if (std::ranges::find(there, id) == there.end()) not_found("block or array", id, there);
  }
  const auto left_out = [&ids](std::string_view id) {
    return std::ranges::find(ids, id) == ids.end();
  };
  Document part = document;
  std::erase_if(part.blocks, [&](const Block& block) { return left_out(id_of(block)); });
  std::erase_if(part.arrays, [&](const Array& array) { return left_out(array.id); });
  return part;
}

}  // namespace attn
