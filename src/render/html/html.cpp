// The HTML format: a fragment for a page of notes, or a page that needs nothing else.
#include <fmt/format.h>

#include <algorithm>

#include "document/symbols.hpp"
#include "render/format.hpp"
#include "render/headings.hpp"
#include "render/html/parts.hpp"
#include "render/svg/parts.hpp"
#include "support/text.hpp"

namespace attn {

namespace html {

std::string typeset(std::string_view text) {
  std::string result;
  for (const Inline& piece : with_symbols(text)) {
    result += piece.kind == Inline::Kind::math ? inline_math(piece.text) : escape(piece.text);
  }
  return result;
}

}  // namespace html

namespace {

using html::escape;
using html::typeset;

std::string inline_text(const Inline& piece, const Document& document) {
  switch (piece.kind) {
    case Inline::Kind::strong:
      return "<strong>" + typeset(piece.text) + "</strong>";
    case Inline::Kind::emphasis:
      return "<em>" + typeset(piece.text) + "</em>";
    case Inline::Kind::code:
      return "<code>" + escape(piece.text) + "</code>";
    case Inline::Kind::math:
      return html::inline_math(piece.text);
    case Inline::Kind::reference:
      return fmt::format("<a href=\"#{}\">{}</a>", escape(anchor(document, piece.target)),
                         escape(piece.text));
    case Inline::Kind::text:
      break;
  }
  return typeset(piece.text);
}

std::string code_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    lines += escape(line) + "\n";
  }
  return lines;
}

struct Writer {
  const Document& document;
  const RenderOptions& options;

  std::string prose_text(const Prose& prose) const {
    std::string text;
    for (const Inline& piece : prose) text += inline_text(piece, document);
    return text;
  }

  std::string operator()(const Heading& heading) const {
    const std::string id =
        heading.id.empty() ? "" : " id=\"" + escape(anchor(document, heading.id)) + "\"";
    return fmt::format("<h{0}{1}>{2}</h{0}>", std::clamp(heading.level + options.level - 1, 1, 6),
                       id, typeset(numbered_text(heading)));
  }

  std::string operator()(const Contents& contents) const {
    std::string items;
    for (const Contents::Item& item : contents.items) {
      items += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", escape(anchor(document, item.id)),
                           typeset(item.title));
    }
    return "<nav aria-label=\"Contents\">\n<ol>\n" + items + "</ol>\n</nav>";
  }

  std::string operator()(const Paragraph& paragraph) const {
    return "<p>" + prose_text(paragraph.prose) + "</p>";
  }

  std::string operator()(const Equation& equation) const {
    return html::display_math(equation.lines);
  }

  std::string operator()(const Listing& listing) const {
    const std::string language =
        listing.language.empty() ? "" : " class=\"language-" + escape(listing.language) + "\"";
    return fmt::format("<pre><code{}>{}</code></pre>", language, code_lines(listing.text));
  }

  std::string operator()(const Table& table) const { return html::table(table, options.digits); }

  std::string operator()(const Heatmap& map) const { return html::heatmap(map, options.digits); }

  std::string operator()(const Chart& chart) const {
    return "<figure>\n<figcaption>" + typeset(chart.caption) + "</figcaption>\n" +
           svg::chart(chart, svg::Place::page) + "</figure>";
  }

  std::string operator()(const Claim& claim) const {
    const std::string evidence = claim.evidence.empty() ? ""
                                                        : " <span class=\"evidence\">(" +
                                                              typeset(claim.evidence) + ")</span>";
    return fmt::format("<li><span class=\"{}\">{}</span> {}{}</li>",
                       claim.holds ? "holds" : "fails", claim.holds ? "✓" : "✗",
                       typeset(claim.text), evidence);
  }

  std::string operator()(const Note& note) const {
    const std::string title =
        note.title.empty() ? "" : "<p><strong>" + typeset(note.title) + "</strong></p>\n";
    return "<aside>\n" + title + "<p>" + prose_text(note.prose) + "</p>\n</aside>";
  }

  std::string operator()(const NextSteps& next) const {
    std::string items;
    for (const NextSteps::Item& item : next.items) {
      items += fmt::format("<dt><code>$ {}</code></dt>\n<dd>{}</dd>\n", escape(item.command),
                           prose_text(item.prose));
    }
    return items.empty() ? "" : "<p><strong>Try</strong></p>\n<dl>\n" + items + "</dl>";
  }
};

std::string body(const Document& document, const RenderOptions& options) {
  const Writer writer{document, options};
  std::string text;
  if (options.title && !document.title.empty()) {
    text = writer(Heading{document.title, 1}) + "\n";
  }
  bool listing_claims = false;
  for (const Block& block : document.blocks) {
    const bool claim = std::holds_alternative<Claim>(block);
    if (listing_claims && !claim) text += "</ul>\n";
    if (claim && !listing_claims) text += "<ul class=\"claims\">\n";
    const std::string written = std::visit(writer, block);
    if (!written.empty()) text += written + "\n";
    listing_claims = claim;
  }
  return listing_claims ? text + "</ul>\n" : text;
}

}  // namespace

std::string render_html(const Document& document, const RenderOptions& options) {
  const std::string text = body(document, options);
  return options.standalone ? html::page(document, text) : text;
}

}  // namespace attn
