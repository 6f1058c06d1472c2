// The Markdown format: GitHub's dialect, written the way its formatters would leave it.
#include <fmt/format.h>

#include <algorithm>

#include "document/math.hpp"
#include "document/symbols.hpp"
#include "render/format.hpp"
#include "render/headings.hpp"
#include "render/number.hpp"
#include "render/tabulated.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

bool word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Whether the character at `i` would be read as markup in the middle of a line.
bool is_markup(std::string_view text, std::size_t i) {
  constexpr std::string_view kAlways = "\\`*[~$", kOpensTag = "/!?";
  const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : 'x';
  // d_k needs no escape: an underscore between letters is no emphasis.
  if (c == '_')
    return i == 0 || !word_character(text[i - 1]) || i + 1 == text.size() || !word_character(next);
  if (c == '<') return word_character(next) || kOpensTag.find(next) != std::string_view::npos;
  if (c == '&') return word_character(next) || next == '#';
  return kAlways.find(c) != std::string_view::npos;
}

// Any text as literal text.
std::string escape(std::string_view text) {
  const std::string safe = printable(text);
  std::string result;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    if (is_markup(safe, i)) result += '\\';
    result += safe[i];
  }
  return result;
}

// A table's cell ends at a bar.
std::string escape_cell(std::string_view text) {
  std::string result;
  for (const char c : escape(text)) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

// What would begin a heading, a list, a rule or the like at the start of a line ("#", "-", "1.").
std::string escape_start(std::string line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const char next = digits < line.size() ? line[digits] : '\0';
  if (digits > 0 && (next == '.' || next == ')')) return line.insert(digits, "\\");
  constexpr std::string_view kMarkers = "#+-=:|>";
  if (!line.empty() && kMarkers.find(line[0]) != std::string_view::npos) line.insert(0, "\\");
  return line;
}

// The longest run of backticks in the text, so that a fence can be longer.
std::size_t longest_backticks(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string code_span(std::string_view text) {
  const std::string safe = printable(text);
  const std::string ticks(longest_backticks(safe) + 1, '`');
  const bool padded = safe.starts_with('`') || safe.ends_with('`') || safe.empty();
  return padded ? ticks + " " + safe + " " + ticks : ticks + safe + ticks;
}

std::string fence(std::string_view text, std::string_view language) {
  const std::string ticks(std::max<std::size_t>(longest_backticks(text) + 1, 3), '`');
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    lines += printable(line) + "\n";
  }
  return fmt::format("{}{}\n{}{}", ticks, language, lines, ticks);
}

// A bar would end a table's cell, and "<b" begin an HTML tag.
std::string math_source(std::string_view latex) {
  std::string result;
  for (std::size_t i = 0; i < latex.size(); ++i) {
    const char c = latex[i];
    const char* name = c == '|' ? "\\vert" : c == '<' ? "\\lt" : c == '>' ? "\\gt" : nullptr;
    result += name ? std::string{name} : std::string{c};
    if (name && i + 1 < latex.size() && word_character(latex[i + 1])) result += ' ';
  }
  return result.substr(0, result.find_last_not_of(' ') + 1);
}

// Prose, a title or a caption: d_k and √d_k are mathematics.
std::string typeset(std::string_view text) {
  std::string result;
  for (const Inline& piece : with_symbols(text)) {
    result += piece.kind == Inline::Kind::math ? "$" + piece.text + "$" : escape(piece.text);
  }
  return result;
}

std::string inline_text(const Inline& piece, const Document& document) {
  switch (piece.kind) {
    case Inline::Kind::strong:
      return "**" + typeset(piece.text) + "**";
    case Inline::Kind::emphasis:
      return "_" + typeset(piece.text) + "_";
    case Inline::Kind::code:
      return code_span(piece.text);
    case Inline::Kind::math:
      return "$" + math_source(piece.text) + "$";
    case Inline::Kind::reference:
      return fmt::format("[{}](#{})", escape(piece.text), anchor(document, piece.target));
    case Inline::Kind::text:
      break;
  }
  return typeset(piece.text);
}

std::string prose_line(const Prose& prose, const Document& document) {
  std::string line;
  for (const Inline& piece : prose) line += inline_text(piece, document);
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(begin, line.find_last_not_of(' ') + 1 - begin);
}

std::string paragraph(const Prose& prose, const Document& document) {
  const bool plain = !prose.empty() && prose.front().kind == Inline::Kind::text;
  std::string line = prose_line(prose, document);
  return plain ? escape_start(std::move(line)) : line;
}

// A pipe table whose source lines up too.
struct PipeColumn {
  std::string title;
  std::vector<std::string> cells = {};
  bool right = false;
};

std::string pipes(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string pipe_table(const std::vector<PipeColumn>& columns) {
  if (columns.empty()) return "";
  std::vector<int> widths;
  std::vector<std::string> head, rule;
  for (const PipeColumn& column : columns) {
    int width = std::max(3, display_width(column.title));
    for (const std::string& cell : column.cells) width = std::max(width, display_width(cell));
    widths.push_back(width);
    head.push_back(column.right ? pad_left(column.title, width) : pad_right(column.title, width));
    const std::string dashes(static_cast<std::size_t>(width), '-');
    rule.push_back(column.right ? dashes.substr(1) + ":" : dashes);
  }
  std::string text = pipes(head) + pipes(rule);
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string& cell = columns[c].cells[row];
      cells.push_back(columns[c].right ? pad_left(cell, widths[c]) : pad_right(cell, widths[c]));
    }
    text += pipes(cells);
  }
  text.pop_back();
  return text;
}

std::string table_text(const Table& table, int digits) {
  std::vector<PipeColumn> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    const std::string unit = column.unit.empty() ? "" : " (" + column.unit + ")";
    PipeColumn out{escape_cell(column.title + unit)};
    bool words = false, figures = false;
    for (const auto& row : table.rows) {
      const bool word = std::holds_alternative<std::string>(row[c]);
      words = words || word;
      figures = figures || (!word && !std::holds_alternative<Missing>(row[c]));
      out.cells.push_back(escape_cell(shown(row[c], column, digits)));
    }
    out.right = figures || !words;
    columns.push_back(std::move(out));
  }
  return pipe_table(columns);
}

std::string captioned(const std::string& caption, const std::string& body) {
  if (caption.empty()) return body;
  return "_" + typeset(caption) + "_\n\n" + body;
}

struct Writer {
  const Document& document;
  const RenderOptions& options;

  std::string operator()(const Heading& heading) const {
    const auto level =
        static_cast<std::size_t>(std::clamp(heading.level + options.level - 1, 1, 6));
    const std::string line = fmt::format("{:#>{}} {}", "", level, typeset(numbered_text(heading)));
    if (!is_pointed_to(document, heading)) return line;
    return fmt::format("<a id=\"{}\"></a>\n\n{}", anchor(document, heading.id), line);
  }

  std::string operator()(const Contents& contents) const {
    std::string items;
    int number = 0;
    for (const Contents::Item& item : contents.items) {
      items += fmt::format("{}{}. [{}](#{})", items.empty() ? "" : "\n", ++number,
                           typeset(item.title), anchor(document, item.id));
    }
    return items;
  }

  std::string operator()(const Paragraph& block) const { return paragraph(block.prose, document); }

  std::string operator()(const Equation& equation) const {
    if (equation.lines.size() == 1) return "$$\n" + math_source(equation.lines[0]) + "\n$$";
    std::string lines;
    for (const std::string& line : equation.lines) {
      const std::size_t relation = std::min(relation_at(line), line.size());
      lines += fmt::format("{}{}&{}", lines.empty() ? "" : " \\\\\n",
                           math_source(line.substr(0, relation)) + (relation > 0 ? " " : ""),
                           math_source(line.substr(relation)));
    }
    return "$$\n\\begin{aligned}\n" + lines + "\n\\end{aligned}\n$$";
  }

  std::string operator()(const Listing& listing) const {
    return fence(listing.text, listing.language);
  }

  std::string operator()(const Table& table) const {
    return captioned(table.caption, table_text(table, options.digits));
  }

  // What is drawn elsewhere is a table here: the figures stay.
  std::string operator()(const Heatmap& map) const { return (*this)(tabulated(map)); }

  std::string operator()(const Chart& chart) const { return (*this)(thinned(tabulated(chart))); }

  std::string operator()(const Claim& claim) const {
    const std::string evidence = claim.evidence.empty() ? "" : " (" + typeset(claim.evidence) + ")";
    return fmt::format("- {} **{}**{}", claim.holds ? "✓" : "✗", typeset(claim.text), evidence);
  }

  std::string operator()(const Note& note) const {
    const std::string title = note.title.empty() ? "" : "**" + typeset(note.title) + "**\n>\n> ";
    return "> " + title + paragraph(note.prose, document);
  }

  std::string operator()(const NextSteps& next) const {
    std::string text = "**Try**";
    for (const NextSteps::Item& item : next.items) {
      text += "\n\n" + fence("$ " + item.command, "console");
      if (!item.prose.empty()) text += "\n\n" + paragraph(item.prose, document);
    }
    return text;
  }
};

}  // namespace

std::string render_markdown(const Document& document, const RenderOptions& options) {
  const Writer writer{document, options};
  std::string text;
  const auto add = [&text](const std::string& block, std::string_view gap) {
    if (block.empty()) return;
    text += (text.empty() ? "" : std::string{gap}) + block;
  };
  if (options.title && !document.title.empty()) add(writer(Heading{document.title, 1}), "");
  bool after_claim = false;
  for (const Block& block : document.blocks) {
    const bool claim = std::holds_alternative<Claim>(block);
    add(std::visit(writer, block), claim && after_claim ? "\n" : "\n\n");
    after_claim = claim;
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace attn
