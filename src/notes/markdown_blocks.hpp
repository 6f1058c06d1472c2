// Where does a Markdown file hold prose and HTML, and where code?
#pragma once

#include <string_view>
#include <vector>

#include "notes/lines.hpp"

namespace attn {

struct MarkdownBlock {
  enum class Kind { prose, html, code };

  Span at;  // whole lines, with the marks of lists and quotes, up to the next block
  Kind kind;
  int heading = 0;  // its level, 1 to 6, if it is one
};

// Paragraphs, headings and rules, raw HTML, and code, fenced or indented, in their order.
std::vector<MarkdownBlock> markdown_blocks(std::string_view notes);

}  // namespace attn
