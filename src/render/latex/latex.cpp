// The LaTeX format: a fragment for \input, or a file that stands alone.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "document/find.hpp"
#include "document/math.hpp"
#include "render/format.hpp"
#include "render/headings.hpp"
#include "render/latex/parts.hpp"
#include "render/tabulated.hpp"

namespace attn {

namespace {

using latex::escape;
using latex::typeset;
using latex::typewriter;

constexpr std::string_view kPreamble =
    "\\documentclass{article}\n"
    "\\usepackage[margin=1in]{geometry}\n"
    "\\usepackage{amsmath,booktabs}\n"
    "\\usepackage[table]{xcolor}\n";

// Characters of a table on a line of a plain article at 10 pt, and on one of the preamble's.
constexpr int kArticleLine = 72, kOwnLine = 96;

std::string label(const Document& document, std::string_view id) {
  return "attn:" + anchor(document, id);
}

std::string inline_text(const Inline& piece, const Document& document) {
  switch (piece.kind) {
    case Inline::Kind::strong:
      return "\\textbf{" + typeset(piece.text) + "}";
    case Inline::Kind::emphasis:
      return "\\emph{" + typeset(piece.text) + "}";
    case Inline::Kind::code:
      return typewriter(piece.text);
    case Inline::Kind::math:
      return "$" + piece.text + "$";
    case Inline::Kind::reference:
      return "\\ref{" + label(document, piece.target) + "}";
    case Inline::Kind::text:
      break;
  }
  return typeset(piece.text);
}

std::string code_block(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    lines += (lines.empty() ? "" : "\\\\\n") + (line.empty() ? "~" : typewriter(line));
  }
  return "\\begin{quote}\n\\raggedright\n" + lines + "\n\\end{quote}";
}

bool has_numbers(const Document& document) {
  return std::ranges::any_of(document.blocks, [](const Block& block) {
    const auto* heading = std::get_if<Heading>(&block);
    return heading != nullptr && !heading->number.empty();
  });
}

// LaTeX counts sections itself, and its numbers fit the notes that take the page in. So that they
// are the page's own in a file that stands alone, headings without one are not counted among
// others that have one.
struct Writer {
  const Document& document;
  const RenderOptions& options;
  bool counts_all = !has_numbers(document);

  std::string prose_text(const Prose& prose) const {
    std::string text;
    for (const Inline& piece : prose) text += inline_text(piece, document);
    return text;
  }

  int line() const { return options.standalone ? kOwnLine : kArticleLine; }

  // Below the title, which is a \section of the notes that take the fragment in.
  const char* command(const Heading& heading) const {
    constexpr std::array kCommands{"section", "subsection", "subsubsection", "paragraph",
                                   "subparagraph"};
    const int below = heading.level - (options.standalone ? 2 : 1) + options.level - 1;
    const auto level = static_cast<std::size_t>(std::clamp(below, 0, 4));
    return kCommands[level];
  }

  std::string operator()(const Heading& heading) const {
    const char* star = counts_all || !heading.number.empty() ? "" : "*";
    const std::string place =
        heading.id.empty() ? "" : "\\label{" + label(document, heading.id) + "}";
    return fmt::format("\\{}{}{{{}}}{}", command(heading), star, typeset(heading.text), place);
  }

  // Page numbers are there after a second run, as in any LaTeX document.
  std::string operator()(const Contents& contents) const {
    std::string items;
    for (const Contents::Item& item : contents.items) {
      items += fmt::format("\n\\item {}\\dotfill\\pageref{{{}}}", typeset(item.title),
                           label(document, item.id));
    }
    return "\\begin{enumerate}" + items + "\n\\end{enumerate}";
  }

  std::string operator()(const Paragraph& paragraph) const { return prose_text(paragraph.prose); }

  std::string operator()(const Equation& equation) const {
    if (equation.lines.size() == 1) return "\\[\n" + equation.lines[0] + "\n\\]";
    std::string lines;
    for (const std::string& line : equation.lines) {
      const std::size_t relation = std::min(relation_at(line), line.size());
      lines += fmt::format("{}{}&{}", lines.empty() ? "" : " \\\\\n", line.substr(0, relation),
                           line.substr(relation));
    }
    return "\\begin{align*}\n" + lines + "\n\\end{align*}";
  }

  std::string operator()(const Listing& listing) const { return code_block(listing.text); }

  std::string operator()(const Table& table) const {
    return latex::table(table, options.digits, line());
  }

  std::string operator()(const Heatmap& map) const {
    return latex::heatmap(map, options.digits, line());
  }

  std::string operator()(const Chart& chart) const {
    return latex::table(thinned(tabulated(chart)), options.digits, line());
  }

  std::string operator()(const Claim& claim) const {
    const std::string evidence = claim.evidence.empty() ? "" : " (" + typeset(claim.evidence) + ")";
    return fmt::format("\\item[{}] \\textbf{{{}}}{}", claim.holds ? "$\\surd$" : "$\\times$",
                       typeset(claim.text), evidence);
  }

  std::string operator()(const Note& note) const {
    const std::string title =
        note.title.empty() ? "" : "\\textbf{" + typeset(note.title) + "}\\par\n";
    return "\\begin{quote}\n" + title + prose_text(note.prose) + "\n\\end{quote}";
  }

  std::string operator()(const NextSteps& next) const {
    std::string items;
    for (const NextSteps::Item& item : next.items) {
      items += "\n\\item[] " + typewriter("$ " + item.command);
      if (!item.prose.empty()) items += "\\\\\n" + prose_text(item.prose);
    }
    return items.empty() ? "" : "\\textbf{Try}\n\\begin{itemize}" + items + "\n\\end{itemize}";
  }
};

std::string title(const Document& document, const RenderOptions& options) {
  if (!options.title || document.title.empty()) return "";
  if (!options.standalone) {
    const char* command = Writer{document, options}.command(Heading{document.title, 1});
    return fmt::format("\\{}{{{}}}\n\n", command, typeset(document.title));
  }
  return "\\title{" + typeset(document.title) + "}\n\\author{}\n\\date{}\n\\maketitle\n\n";
}

// An equation that says how to fill in the table below it stands on the same page.
bool leads_to_blanks(const Document& document, std::size_t i) {
  return i + 1 < document.blocks.size() && std::holds_alternative<Equation>(document.blocks[i]) &&
         has_blanks(document.blocks[i + 1]);
}

std::string body(const Document& document, const RenderOptions& options) {
  const Writer writer{document, options};
  std::string text;
  bool listing_claims = false;
  for (std::size_t i = 0; i < document.blocks.size(); ++i) {
    const Block& block = document.blocks[i];
    if (leads_to_blanks(document, i)) text += "\\begin{samepage}\n";
    const bool claim = std::holds_alternative<Claim>(block);
    if (listing_claims && !claim) text += "\\end{itemize}\n\n";
    if (claim && !listing_claims) text += "\\begin{itemize}\n";
    const std::string written = std::visit(writer, block);
    if (!written.empty()) text += written + (claim ? "\n" : "\n\n");
    if (i > 0 && leads_to_blanks(document, i - 1)) text += "\\end{samepage}\n\\pagebreak[2]\n\n";
    listing_claims = claim;
  }
  if (listing_claims) text += "\\end{itemize}\n";
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace

std::string render_latex(const Document& document, const RenderOptions& options) {
  const std::string text = title(document, options) + body(document, options);
  if (!options.standalone) return text;
  return fmt::format("{}\\begin{{document}}\n{}\\end{{document}}\n", kPreamble, text);
}

}  // namespace attn
