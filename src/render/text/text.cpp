// The text format: a page for a terminal, and for pipes.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "document/math.hpp"
#include "render/headings.hpp"
#include "render/text/parts.hpp"
#include "support/ascii.hpp"
#include "support/text.hpp"

namespace attn {

std::string Look::words(std::string_view text) const {
  const std::string safe = printable(text);
  return options_.ascii ? to_ascii(safe) : safe;
}

std::string Look::painted(std::string_view text, std::string_view sgr) const {
  if (!options_.color || sgr.empty() || text.empty()) return std::string{text};
  return fmt::format("\x1b[{}m{}\x1b[0m", sgr, text);
}

Lines flowed(const std::vector<std::string>& items, std::string_view between, int width) {
  Lines lines;
  for (const std::string& item : items) {
    const int columns = display_width(item) + static_cast<int>(between.size());
    if (lines.empty() || display_width(lines.back()) + columns > width) {
      lines.push_back(item);
    } else {
      lines.back().append(between).append(item);
    }
  }
  return lines;
}

namespace {

constexpr int kMeasure = 80;  // lines of prose that are longer are hard to read

Lines indented(Lines lines, std::string_view indent) {
  for (std::string& line : lines) {
    if (!line.empty()) line.insert(0, indent);
  }
  return lines;
}

void append(Lines& lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

// A figure stands a little to the right, its caption above it.
Lines captioned(const Look& look, const std::string& caption, const Lines& figure, int width) {
  Lines lines;
  for (const std::string& line : wrapped(look.words(caption), width)) {
    lines.push_back(look.painted(line, paint::kItalic));
  }
  if (!lines.empty()) lines.emplace_back();
  append(lines, figure);
  return indented(std::move(lines), "  ");
}

Lines titled(const Look& look, std::string_view text, const char* rule) {
  Lines lines;
  int widest = 0;
  for (const std::string& line : wrapped(look.words(text), look.width())) {
    widest = std::max(widest, display_width(line));
    lines.push_back(look.painted(line, paint::kBold));
  }
  std::string under;
  for (int i = 0; i < widest; ++i) under += rule;
  if (!under.empty()) lines.push_back(look.painted(under, paint::kDim));
  return lines;
}

// Writes each block as lines.
struct Writer {
  const Look& look;

  int measure() const { return std::min(look.width(), kMeasure); }
  int inside(int indent) const { return std::max(look.width() - indent, 1); }

  Lines operator()(const Heading& heading) const {
    const std::string text = numbered_text(heading);
    if (heading.level <= 1) return titled(look, text, look.sign("═", "="));
    if (heading.level == 2) return titled(look, text, look.sign("─", "-"));
    return titled(look, text, "");
  }

  Lines operator()(const Contents& contents) const {
    int widest = 0;
    for (const auto& [id, title] : contents.items) widest = std::max(widest, display_width(id));
    Lines lines;
    int number = 0;
    for (const auto& [id, title] : contents.items) {
      lines.push_back(
          fmt::format("  {:>2}. {}  {}", ++number, pad_right(id, widest), look.words(title)));
    }
    return lines;
  }

  Lines operator()(const Paragraph& paragraph) const {
    return prose_lines(look, paragraph.prose, measure());
  }

  Lines operator()(const Equation& equation) const {
    std::vector<MathLine> parts;
    int left = 0;
    for (const std::string& line : equation.lines) {
      const MathLine plain = plain_line(line);
      parts.push_back({look.words(plain.left), look.words(plain.right)});
      left = std::max(left, display_width(parts.back().left));
    }
    Lines lines;
    for (const MathLine& part : parts) {
      // A line without a relation sign has only a left side, which needs no alignment.
      const bool related = !part.right.empty();
      const std::string head = related ? pad_left(part.left, left) + (left > 0 ? " " : "") : "";
      const int room = std::max(inside(4) - display_width(head), 16);
      bool first = true;
      for (const std::string& line : wrapped(related ? part.right : part.left, room)) {
        lines.push_back((first ? head : pad_right("", display_width(head))) + line);
        first = false;
      }
    }
    return indented(std::move(lines), "    ");
  }

  Lines operator()(const Listing& listing) const {
    Lines lines;
    std::string_view rest = listing.text;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      lines.push_back(look.words(line));
    }
    return indented(std::move(lines), "    ");
  }

  Lines operator()(const Table& table) const {
    return captioned(look, table.caption, table_lines(look, table, inside(2)),
                     std::min(inside(2), kMeasure));
  }

  Lines operator()(const Heatmap& map) const {
    return captioned(look, map.caption, heatmap_lines(look, map, inside(2)),
                     std::min(inside(2), kMeasure));
  }

  Lines operator()(const Chart& chart) const {
    return captioned(look, chart.caption, chart_lines(look, chart, inside(2)),
                     std::min(inside(2), kMeasure));
  }

  Lines operator()(const Claim& claim) const {
    const std::string sign = claim.holds ? look.sign("✓", "[ok]") : look.sign("✗", "[FAILS]");
    const std::string indent = pad_right("", display_width(sign) + 1);
    const int room = std::max(measure() - display_width(indent), 1);
    Lines lines = wrapped(look.words(claim.text), room);
    if (lines.empty()) lines.emplace_back();
    const std::string evidence = look.words(claim.evidence);
    if (!evidence.empty()) {
      const int used = display_width(lines.back()) + 3 + display_width(evidence);
      if (used <= room) {
        lines.back() += "   " + look.painted(evidence, paint::kDim);
      } else {
        for (const std::string& line : wrapped(evidence, room)) {
          lines.push_back(look.painted(line, paint::kDim));
        }
      }
    }
    const std::string first = look.painted(sign, claim.holds ? paint::kGood : paint::kBad);
    lines = indented(std::move(lines), indent);
    lines.front().replace(0, indent.size(), first + " ");
    return lines;
  }

  Lines operator()(const Note& note) const {
    Lines lines;
    for (const std::string& line : wrapped(look.words(note.title), measure() - 4)) {
      lines.push_back(look.painted(line, paint::kBold));
    }
    append(lines, prose_lines(look, note.prose, measure() - 4));
    const std::string bar =
        std::string{"  "} + look.painted(look.sign("│", "|"), paint::kDim) + " ";
    return indented(std::move(lines), bar);
  }

  Lines operator()(const NextSteps& next) const {
    Lines lines{look.painted("Try", paint::kBold)};
    for (const NextSteps::Item& item : next.items) {
      lines.push_back("  $ " + look.painted(look.words(item.command), paint::kCode));
      append(lines, indented(prose_lines(look, item.prose, measure() - 4), "    "));
    }
    return lines;
  }
};

bool both_claims(const Block& a, const Block& b) {
  return std::holds_alternative<Claim>(a) && std::holds_alternative<Claim>(b);
}

}  // namespace

std::string render_text(const Document& document, const RenderOptions& options) {
  const Look look{options};
  const Writer writer{look};
  Lines lines;
  if (options.title && !document.title.empty()) lines = writer(Heading{document.title, 1});
  for (std::size_t i = 0; i < document.blocks.size(); ++i) {
    const Lines block = std::visit(writer, document.blocks[i]);
    if (block.empty()) continue;
    const bool joins = i > 0 && both_claims(document.blocks[i - 1], document.blocks[i]);
    if (!lines.empty() && !joins) lines.emplace_back();
    append(lines, block);
  }
  return lines.empty() ? "" : fmt::format("{}\n", fmt::join(lines, "\n"));
}

}  // namespace attn
