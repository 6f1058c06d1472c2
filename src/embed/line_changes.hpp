// Which lines make the difference between two texts?
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Lines as patch counts them: "\n" ends one, and belongs to it.
std::vector<std::string_view> text_lines(std::string_view text);

// Lines [begin, end), numbered from 0, in whose place others stand.
struct LineChange {
  std::size_t begin, end;
  std::vector<std::string> added = {};
};

// The fewest changes that make `after` of `before`, in order; the first line of both is numbered
// `number`. Texts of more than about a thousand lines that differ are changed as a whole.
std::vector<LineChange> line_changes(std::span<const std::string_view> before,
                                     std::span<const std::string_view> after, std::size_t number);

}  // namespace attn
