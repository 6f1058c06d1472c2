#include "notes/markdown_blocks.hpp"

#include <cmark.h>

#include <memory>
#include <optional>

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

}  // namespace

std::vector<MarkdownBlock> markdown_blocks(std::string_view notes) {
  const std::unique_ptr<cmark_node, Free> document(
      cmark_parse_document(notes.data(), notes.size(), CMARK_OPT_DEFAULT));
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
