// Which lines do splices change? Told as a unified diff, as `diff -u` and `git diff` write it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/line_changes.hpp"
#include "embed/splice.hpp"

namespace attn {

class Diff {
 public:
  // Of this text, which is kept by reference, in the file of that name.
  Diff(std::string name, std::string_view text);

  // Three lines of context; "" when no line changes. The splices are in order and do not overlap.
  // `patch -p0` then makes of the text what spliced() does, byte for byte.
  std::string unified(std::span<const Splice> splices) const;

 private:
  std::size_t line_at(std::size_t offset) const;
  std::vector<LineChange> changes(std::span<const Splice> splices) const;
  std::vector<LineChange> changes(std::size_t first, std::size_t last,
                                  std::span<const Splice> splices) const;

  std::string name_;
  std::string_view text_;
  std::vector<std::string_view> lines_;
  std::vector<std::size_t> starts_;  // of each line, and of one that would follow
};

}  // namespace attn
