#include "render/single.hpp"

#include <fmt/ranges.h>

#include "support/error.hpp"

namespace attn {

namespace {

template <typename... Kinds>
std::vector<std::string_view> ids_of(const Document& document) {
  std::vector<std::string_view> ids;
  const auto add = [&ids](const auto* block) {
    if (block != nullptr) ids.push_back(block->id);
  };
  for (const Block& block : document.blocks) (add(std::get_if<Kinds>(&block)), ...);
  return ids;
}

}  // namespace

std::vector<std::string_view> table_ids(const Document& document) {
  return ids_of<Table, Heatmap, Chart>(document);
}

std::vector<std::string_view> picture_ids(const Document& document) {
  return ids_of<Heatmap, Chart>(document);
}

void require_single(std::string_view format, std::string_view what,
                    const std::vector<std::string_view>& ids) {
  if (ids.size() == 1) return;
  if (ids.empty()) throw Error("{} holds one {}; this page has none", format, what);
  throw Error("{} holds one {}; this page has {}: choose one with --only", format, what,
              fmt::join(ids, ", "));
}

}  // namespace attn
