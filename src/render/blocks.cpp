#include "render/blocks.hpp"

namespace attn {

namespace {

std::vector<ColumnBlock> filled(const std::vector<int>& widths, int gap, int width) {
  std::vector<ColumnBlock> blocks;
  int used = 0;
  for (std::size_t i = 1; i < widths.size(); ++i) {
    if (blocks.empty() || used + gap + widths[i] > width) {
      blocks.push_back({i, i});
      used = widths[0];
    }
    blocks.back().end = i + 1;
    used += gap + widths[i];
  }
  return blocks;
}

}  // namespace

std::vector<ColumnBlock> column_blocks(const std::vector<int>& widths, int gap, int width) {
  std::vector<ColumnBlock> blocks = filled(widths, gap, width);
  if (blocks.empty()) return {{1, 1}};
  // Five columns and four read better than eight and one: tighten while the count stays.
  const std::size_t count = blocks.size();
  while (count > 1 && width > 0) {
    std::vector<ColumnBlock> tighter = filled(widths, gap, --width);
    if (tighter.size() > count) break;
    blocks = std::move(tighter);
  }
  return blocks;
}

}  // namespace attn
