#include "embed/line_changes.hpp"

#include <algorithm>
#include <cstdint>

namespace attn {

namespace {

using LineSpan = std::span<const std::string_view>;

// How many lines, at most, before[i…] and after[j…] have in common, in their order.
class CommonLines {
 public:
  CommonLines(LineSpan before, LineSpan after)
      : width_(after.size() + 1), counts_((before.size() + 1) * width_) {
    for (std::size_t i = before.size(); i-- > 0;) {
      for (std::size_t j = after.size(); j-- > 0;) {
        const bool same = before[i] == after[j];
        counts_[i * width_ + j] =
            same ? count(i + 1, j + 1) + 1 : std::max(count(i + 1, j), count(i, j + 1));
      }
    }
  }

  std::uint32_t count(std::size_t i, std::size_t j) const { return counts_[i * width_ + j]; }

 private:
  std::size_t width_;
  std::vector<std::uint32_t> counts_;
};

// Lines that no line at the beginning or the end has in common.
std::vector<LineChange> changes_of_core(LineSpan before, LineSpan after, std::size_t number) {
  constexpr std::size_t kLargestTable = 1 << 20;
  if (before.size() + 1 > kLargestTable / (after.size() + 1)) {
    return {{number, number + before.size(), {after.begin(), after.end()}}};
  }
  const CommonLines common(before, after);
  std::vector<LineChange> changes;
  bool changing = false;
  std::size_t i = 0, j = 0;
  while (i < before.size() || j < after.size()) {
    if (i < before.size() && j < after.size() && before[i] == after[j]) {
      changing = false;
      ++i, ++j;
      continue;
    }
    if (!changing) changes.push_back({number + i, number + i});
    changing = true;
    const bool removes = j == after.size() ||
                         (i < before.size() && common.count(i + 1, j) >= common.count(i, j + 1));
    if (removes) {
      changes.back().end = number + ++i;
    } else {
      changes.back().added.emplace_back(after[j++]);
    }
  }
  return changes;
}

}  // namespace

std::vector<std::string_view> text_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

std::vector<LineChange> line_changes(LineSpan before, LineSpan after, std::size_t number) {
  const auto head =
      static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
  const LineSpan old = before.subspan(head), fresh = after.subspan(head);
  const std::size_t most = std::min(old.size(), fresh.size());
  std::size_t tail = 0;
  while (tail < most && old[old.size() - 1 - tail] == fresh[fresh.size() - 1 - tail]) ++tail;
  return changes_of_core(old.first(old.size() - tail), fresh.first(fresh.size() - tail),
                         number + head);
}

}  // namespace attn
