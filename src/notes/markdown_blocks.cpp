#include "notes/markdown_blocks.hpp"

#include <cmark.h>

#include <memory>
#include <optional>
#include <string>

namespace attn {

namespace {

struct Free {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};

// Nothing for what holds other blocks, and for what a block of text is made of.
std::optional<MarkdownBlock::Kind> kind_of(cmark_node_type type) {
  switch (type) {
    case CMARK_NODE_CODE_BLOCK:
      return MarkdownBlock::Kind::code;
    case CMARK_NODE_HTML_BLOCK:
      return MarkdownBlock::Kind::html;
    case CMARK_NODE_PARAGRAPH:
    case CMARK_NODE_HEADING:
    case CMARK_NODE_THEMATIC_BREAK:
      return MarkdownBlock::Kind::prose;
    default:
      return std::nullopt;
  }
}

bool is_inline_sign(char c) {
  switch (c) {
    case '[':
    case ']':
    case '!':
    case '&':
    case '\\':
    case '*':
    case '_':
    case '`':
      return true;
    default:
      return false;
  }
}

// The notes without what matters within a paragraph alone: for each bracket and star, cmark keeps
// hundreds of bytes. What begins a line stays, and so do fences, and both ends of "<![CDATA[ ]]>".
std::string without_inlines(std::string_view notes) {
  constexpr std::string_view kBeginnings = " \t>*-_+#`~=0123456789.)";
  constexpr std::size_t kTag = 9;  // bytes, from its "<" on
  std::string blocks(notes);
  bool beginning = true, fence = false;
  std::size_t kept = 0;  // up to where a tag reaches
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const char c = blocks[i];
    if (c == '\n' || c == '\r') {
      beginning = true;
      fence = false;
      continue;
    }
    beginning = beginning && kBeginnings.find(c) != std::string_view::npos;
    fence = fence || (beginning && (c == '`' || c == '~'));
    if (c == '<') kept = i + kTag;
    if (c == ']' && notes.substr(i, 3) == "]]>") kept = i + 3;
    if (is_inline_sign(c) && !beginning && !fence && i >= kept) blocks[i] = 'x';
  }
  return blocks;
}

}  // namespace

std::vector<MarkdownBlock> markdown_blocks(std::string_view notes) {
  const std::string blocks_only = without_inlines(notes);
  const std::unique_ptr<cmark_node, Free> document(
      cmark_parse_document(blocks_only.data(), blocks_only.size(), CMARK_OPT_DEFAULT));
  const std::unique_ptr<cmark_iter, Free> nodes(cmark_iter_new(document.get()));
  const Lines lines(notes);
  std::vector<MarkdownBlock> blocks;
  while (cmark_iter_next(nodes.get()) != CMARK_EVENT_DONE) {
    if (cmark_iter_get_event_type(nodes.get()) != CMARK_EVENT_ENTER) continue;
    cmark_node* node = cmark_iter_get_node(nodes.get());
    const std::optional<MarkdownBlock::Kind> kind = kind_of(cmark_node_get_type(node));
    if (!kind) continue;
    const auto line = static_cast<std::size_t>(cmark_node_get_start_line(node));
    // cmark's last line of a block is often the next or the one before, its first line is right.
    const std::size_t begin = lines.whole(line - 1).begin;
    if (!blocks.empty()) blocks.back().at.end = begin;
    blocks.push_back({{begin, notes.size()}, *kind, cmark_node_get_heading_level(node)});
  }
  return blocks;
}

}  // namespace attn
