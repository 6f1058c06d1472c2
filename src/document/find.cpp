#include "document/find.hpp"

#include <algorithm>

#include "document/references.hpp"
#include "support/error.hpp"
#include "support/unknown.hpp"

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

template <typename Kind>
const Kind& find_block(const Document& document, std::string_view kind, std::string_view id) {
  std::vector<std::string_view> there;
  for (const Block& block : document.blocks) {
    const Kind* found = std::get_if<Kind>(&block);
    if (!found) continue;
    if (found->id == id) return *found;
    there.push_back(found->id);
  }
  throw unknown_name(kind, id, there);
}

// Takes the blocks one by one: is a block wanted, by its own id or by that of the section it is in?
class Wanted {
 public:
  explicit Wanted(const std::vector<std::string>& ids) : ids_(ids) {}

  bool operator()(const Block& block) {
    const bool named = std::ranges::find(ids_, id_of(block)) != ids_.end();
    if (const auto* heading = std::get_if<Heading>(&block)) {
      if (heading->level <= level_) level_ = 0;
      if (named && level_ == 0) level_ = heading->level;
    }
    return named || level_ > 0;
  }

 private:
  const std::vector<std::string>& ids_;
  int level_ = 0;  // of the heading whose section is wanted; 0 outside
};

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
  throw unknown_name("array", id, there);
}

double real_at(const Table& table, std::size_t row, std::string_view column) {
  std::vector<std::string_view> there;
  for (const Column& c : table.columns) there.push_back(c.id);
  const auto found = std::ranges::find(there, column);
  if (found == there.end()) throw unknown_name("column", column, there);
  if (row >= table.rows.size()) {
    throw Error("table \"{}\" has {} rows; there is no row {}", table.id, table.rows.size(), row);
  }
  const Cell& cell = table.rows[row][static_cast<std::size_t>(found - there.begin())];
  const double* value = std::get_if<double>(&cell);
  if (!value)
    throw Error("table \"{}\": row {}, column \"{}\" is not a real number", table.id, row, column);
  return *value;
}

bool has_blanks(const Block& block) {
  const auto* table = std::get_if<Table>(&block);
  if (table == nullptr) return false;
  const auto is_blank = [](const Cell& cell) { return std::holds_alternative<Blank>(cell); };
  return std::ranges::any_of(table->rows, [&is_blank](const std::vector<Cell>& row) {
    return std::ranges::any_of(row, is_blank);
  });
}

bool all_claims_hold(const Document& document) {
  return std::ranges::all_of(document.blocks, [](const Block& block) {
    const Claim* claim = std::get_if<Claim>(&block);
    return !claim || claim->holds;
  });
}

void refuse_large(const Document& document, std::string_view id) {
  if (std::ranges::find(document.streams, id, &Stream::id) == document.streams.end()) return;
  throw Error("{0} is too large for a page; write it line by line: --only {0} --format csv", id);
}

Document only(const Document& document, const std::vector<std::string>& ids) {
  std::vector<std::string_view> there;
  const auto add = [&there](std::string_view id) {
    if (!id.empty() && std::ranges::find(there, id) == there.end()) there.push_back(id);
  };
  for (const Block& block : document.blocks) add(id_of(block));
  for (const Array& array : document.arrays) add(array.id);
  for (const std::string& id : ids) {
    if (std::ranges::find(there, id) != there.end()) continue;
    refuse_large(document, id);
    throw unknown_name("block or array", id, there);
  }
  Document part = document;
  part.blocks.clear();
  Wanted wanted(ids);
  for (const Block& block : document.blocks) {
    if (wanted(block)) part.blocks.push_back(block);
  }
  std::erase_if(part.arrays, [&ids](const Array& array) {
    return std::ranges::find(ids, array.id) == ids.end();
  });
  loosen_references(part);
  return part;
}

}  // namespace attn
