// Tables of figures in HTML. What a fragment needs of style is in its cells: it brings no sheet.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "render/html/parts.hpp"
#include "render/number.hpp"
#include "render/ramp.hpp"
#include "support/text.hpp"

namespace attn::html {

namespace {

constexpr std::string_view kLeft = " style=\"text-align:left\"";
constexpr std::string_view kRight = " style=\"text-align:right\"";
// A figure is not broken at its hyphen.
constexpr std::string_view kFigure = " style=\"text-align:right;white-space:nowrap\"";

bool is_word(const Cell& cell) { return std::holds_alternative<std::string>(cell); }

// Words to the left, figures to the right.
bool of_words(const Table& table, std::size_t column) {
  const auto figure = [column](const auto& row) {
    return !is_word(row[column]) && !std::holds_alternative<Missing>(row[column]);
  };
  const auto word = [column](const auto& row) { return is_word(row[column]); };
  return std::ranges::any_of(table.rows, word) && std::ranges::none_of(table.rows, figure);
}

int longest_word(std::string_view text) {
  int longest = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    longest = std::max(longest, display_width(word));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return longest;
}

// A field to write in; what stands in it already cannot be changed, and is sent along.
std::string field(const Blank& blank) {
  const std::string fixed =
      blank.content.empty()
          ? ""
          : fmt::format(" value=\"{}\" readonly=\"readonly\"", escape(blank.content));
  const int size = std::max(blank.width, display_width(blank.content));
  return fmt::format("<input name=\"{0}\" aria-label=\"{0}\" size=\"{1}\"{2}/>", escape(blank.name),
                     size, fixed);
}

// The columns of a table, as narrow as they can be set, in characters.
class Columns {
 public:
  explicit Columns(std::size_t count) : widths_(count) {}

  void widen(std::size_t column, int width) { widths_[column] = std::max(widths_[column], width); }

  int total() const {
    constexpr int kGap = 2;  // about what a cell leaves blank on both sides
    return std::accumulate(widths_.begin(), widths_.end(), kGap * static_cast<int>(widths_.size()));
  }

 private:
  std::vector<int> widths_;
};

std::string framed(const std::string& caption, const Columns& columns, const std::string& head,
                   const std::string& body) {
  // What does not fit on paper is cut there: the page's style prints it in smaller letters.
  constexpr int kPaper = 80;
  const int width = columns.total();
  const std::string style = width > kPaper ? fmt::format(" style=\"--characters:{}\"", width) : "";
  const std::string title = caption.empty() ? "" : "<caption>" + typeset(caption) + "</caption>\n";
  // Wide tables scroll by themselves; the page does not.
  return fmt::format(
      "<div style=\"overflow-x:auto\">\n<table{}>\n{}<thead>\n<tr>{}</tr>\n</thead>\n"
      "<tbody>\n{}</tbody>\n</table>\n</div>",
      style, title, head, body);
}

std::string shaded_cell(const Heatmap& map, const Cell& cell, const Column& style, int digits) {
  const auto place = place_on_ramp(map, cell);
  if (!place) {
    const bool hidden = std::holds_alternative<Missing>(cell);
    return fmt::format("<td{}>{}</td>", kFigure, hidden ? "·" : escape(shown(cell, style, digits)));
  }
  // The colours are fixed, so they have to bring their own ink, in a dark page too; browsers leave
  // backgrounds out of print unless they are told not to.
  const Rgb colour = shade(*place);
  return fmt::format(
      "<td style=\"text-align:right;white-space:nowrap;background:#{:02x}{:02x}{:02x};color:{};"
      "print-color-adjust:exact\">{}</td>",
      colour.red, colour.green, colour.blue, dark(colour) ? "#fff" : "#1a1a1a",
      escape(shown(cell, style, digits)));
}

}  // namespace

std::string table(const Table& table, int digits) {
  std::vector<bool> words;
  Columns widths(table.columns.size());
  std::string head, body;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    words.push_back(of_words(table, c));
    const std::string unit = column.unit.empty() ? "" : " (" + typeset(column.unit) + ")";
    head += fmt::format("<th scope=\"col\"{}>{}{}</th>", words[c] ? kLeft : kRight,
                        typeset(column.title), unit);
    widths.widen(c, std::max(longest_word(column.title), longest_word(column.unit) + 2));
  }
  for (const auto& row : table.rows) {
    std::string cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string plain = shown(row[c], table.columns[c], digits);
      const auto* blank = std::get_if<Blank>(&row[c]);
      const std::string text = blank == nullptr ? escape(plain) : field(*blank);
      widths.widen(c, words[c] ? longest_word(plain) : display_width(plain));
      const bool heads_row = c == 0 && words[c];
      cells += heads_row ? fmt::format("<th scope=\"row\"{}>{}</th>", kLeft, text)
                         : fmt::format("<td{}>{}</td>", words[c] ? kLeft : kFigure, text);
    }
    body += "<tr>" + cells + "</tr>\n";
  }
  return framed(table.caption, widths, head, body);
}

std::string heatmap(const Heatmap& map, int digits) {
  const Column style{.id = {}, .title = {}, .unit = {}, .digits = map.digits};
  std::string head = "<td></td>", body;
  Columns widths(map.column_labels.size() + 1);
  std::size_t column = 0;
  for (const std::string& label : map.column_labels) {
    head += fmt::format("<th scope=\"col\"{}>{}</th>", kRight, escape(label));
    widths.widen(++column, longest_word(label));
  }
  for (std::size_t r = 0; r < map.row_labels.size(); ++r) {
    std::string cells =
        fmt::format("<th scope=\"row\"{}>{}</th>", kLeft, escape(map.row_labels[r]));
    widths.widen(0, longest_word(map.row_labels[r]));
    for (std::size_t c = 0; c < map.cells[r].size(); ++c) {
      cells += shaded_cell(map, map.cells[r][c], style, digits);
      widths.widen(c + 1, display_width(shown(map.cells[r][c], style, digits)));
    }
    body += "<tr>" + cells + "</tr>\n";
  }
  return framed(map.caption, widths, head, body);
}

}  // namespace attn::html
