#include "embed/headings.hpp"

#include <array>

#include "embed/comment.hpp"
#include "notes/lines.hpp"
#include "notes/markdown_blocks.hpp"

namespace attn {

namespace {

std::vector<NotesHeading> markdown_headings(std::string_view notes) {
  std::vector<NotesHeading> found;
  for (const MarkdownBlock& block : markdown_blocks(notes)) {
    if (block.heading > 0) found.push_back({block.at.begin, block.heading});
  }
  return found;
}

// <h2>, <H2 id="x">.
int level_of_tag(std::string_view tag) {
  if (tag.size() < 4 || tag[0] != '<' || (tag[1] != 'h' && tag[1] != 'H')) return 0;
  const bool ends = tag[3] == '>' || tag[3] == ' ' || tag[3] == '\n' || tag[3] == '\t';
  return ends && tag[2] >= '1' && tag[2] <= '6' ? tag[2] - '0' : 0;
}

std::vector<NotesHeading> html_headings(std::string_view notes) {
  std::vector<NotesHeading> found;
  std::size_t at = notes.find('<');
  while (at != std::string_view::npos) {
    const bool comment = notes.substr(at).starts_with(kCommentBegins);
    if (const int level = level_of_tag(notes.substr(at, 4)); level > 0)
      found.push_back({at, level});
    at = notes.find('<', comment ? read_comment(notes, at).end : at + 1);
  }
  return found;
}

std::vector<NotesHeading> latex_headings(std::string_view notes) {
  constexpr std::array<std::string_view, 5> kCommands{"\\chapter", "\\section", "\\subsection",
                                                      "\\subsubsection", "\\paragraph"};
  std::vector<NotesHeading> found;
  const Lines lines(notes);
  for (std::size_t i = 0; i < lines.count(); ++i) {
    const std::string_view line = trimmed(lines.content(i).of(notes));
    for (std::size_t level = 0; level < kCommands.size(); ++level) {
      if (!line.starts_with(kCommands[level])) continue;
      const std::string_view rest = line.substr(kCommands[level].size());
      if (rest.starts_with('{') || rest.starts_with('[') || rest.starts_with('*')) {
        found.push_back({lines.content(i).begin, static_cast<int>(level)});
      }
    }
  }
  return found;
}

}  // namespace

std::vector<NotesHeading> headings(std::string_view notes, Syntax syntax) {
  switch (syntax) {
    case Syntax::latex:
      return latex_headings(notes);
    case Syntax::html:
      return html_headings(notes);
    case Syntax::markdown:
      break;
  }
  return markdown_headings(notes);
}

}  // namespace attn
