// Which comments of a Markdown file are markers?
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "embed/comment.hpp"
#include "embed/marker.hpp"
#include "notes/markdown_blocks.hpp"

namespace attn {

namespace {

// The runs of backticks of a text: a code span ends at the next run as long as the one before it.
class Backticks {
 public:
  explicit Backticks(std::string_view text) {
    std::size_t at = text.find('`');
    while (at != std::string_view::npos) {
      const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
      begins_[end - at].push_back(at);
      at = text.find('`', end);
    }
  }

  // Where the code span ends that a run of this length before `at` begins; `at` when none does.
  std::size_t after_code(std::size_t at, std::size_t length) const {
    const auto runs = begins_.find(length);
    if (runs == begins_.end()) return at;
    const auto closing = std::ranges::lower_bound(runs->second, at);
    return closing == runs->second.end() ? at : *closing + length;
  }

 private:
  std::unordered_map<std::size_t, std::vector<std::size_t>> begins_;  // by length, ascending
};

// The markers in running text, where a backslash and backticks can make a comment mere text.
std::vector<Marker> markers_in_prose(std::string_view prose) {
  std::vector<Marker> markers;
  const Backticks backticks(prose);
  std::size_t at = prose.find_first_of("\\`<");
  while (at < prose.size()) {
    if (prose[at] == '\\') {
      at += 2;
    } else if (prose[at] == '`') {
      const std::size_t end = std::min(prose.find_first_not_of('`', at), prose.size());
      at = backticks.after_code(end, end - at);
    } else if (prose.substr(at).starts_with(kCommentBegins)) {
      const Comment comment = read_comment(prose, at);
      if (comment.marker) markers.push_back(*comment.marker);
      at = comment.end;
    } else {
      ++at;
    }
    at = prose.find_first_of("\\`<", at);
  }
  return markers;
}

std::vector<Marker> markers_in_html(std::string_view html) {
  std::vector<Marker> markers;
  std::size_t at = html.find(kCommentBegins);
  while (at != std::string_view::npos) {
    const Comment comment = read_comment(html, at);
    if (comment.marker) markers.push_back(*comment.marker);
    at = html.find(kCommentBegins, comment.end);
  }
  return markers;
}

}  // namespace

std::vector<Marker> markdown_markers(std::string_view notes) {
  std::vector<Marker> markers;
  for (const MarkdownBlock& block : markdown_blocks(notes)) {
    if (block.kind == MarkdownBlock::Kind::code) continue;
    const std::string_view text = block.at.of(notes);
    const bool html = block.kind == MarkdownBlock::Kind::html;
    for (const Marker& marker : html ? markers_in_html(text) : markers_in_prose(text)) {
      markers.push_back(
          {marker.kind, marker.whole.after(block.at.begin), marker.words.after(block.at.begin)});
    }
  }
  return markers;
}

}  // namespace attn
