// Where do the lines of a text begin and end?
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace attn {

// Bytes of a text: from `begin` up to, not including, `end`.
struct Span {
  std::size_t begin = 0, end = 0;

  Span after(std::size_t offset) const { return {begin + offset, end + offset}; }
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

// Lines end in "\n", "\r\n" or "\r", the last one perhaps in nothing; the view must outlive this.
class Lines {
 public:
  explicit Lines(std::string_view text);

  std::size_t count() const { return starts_.size(); }
  std::size_t at(std::size_t offset) const;  // the line that holds the byte, from 0
  Span whole(std::size_t line) const;        // with what ends it
  Span content(std::size_t line) const;      // without
  // What ends the line; of a last line that nothing ends, "\n".
  std::string_view line_end(std::size_t line) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

std::string_view trimmed(std::string_view text);  // without ASCII white space around it
Span trimmed(std::string_view text, Span span);

}  // namespace attn
