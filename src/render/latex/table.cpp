// Tables of figures in LaTeX: booktabs, cut in blocks of columns where they are too wide.
#include <fmt/format.h>

#include <algorithm>

#include "render/blocks.hpp"
#include "render/latex/parts.hpp"
#include "render/number.hpp"
#include "render/ramp.hpp"
#include "support/text.hpp"

namespace attn::latex {

namespace {

constexpr int kGap = 3;         // characters that the space between two columns is worth
constexpr int kLongWords = 26;  // a wider column of words is set as paragraphs
constexpr int kHead = 12;

struct TableColumn {
  std::string title;
  std::vector<std::string> cells = {};  // escaped
  bool left = false;
  int width = 0;  // in characters
  int share = 0;  // of the line in hundredths, where it is set as paragraphs
  bool wraps = false;
};

// 2.2e-16 as 2.2 × 10⁻¹⁶, and the hyphen of a negative number as a minus sign.
std::string figure(const std::string& shown) {
  const std::size_t e = shown.find('e');
  const bool scientific =
      e != std::string::npos && shown.find_first_not_of("-.0123456789e+") == std::string::npos;
  if (scientific) {
    const int power = std::stoi(shown.substr(e + 1));
    return fmt::format("${} \\times 10^{{{}}}$", shown.substr(0, e), power);
  }
  return shown.starts_with('-') ? "$-$" + escape(shown.substr(1)) : escape(shown);
}

bool is_figure(const Cell& cell) {
  return std::holds_alternative<double>(cell) || std::holds_alternative<Integer>(cell);
}

// A line with room above it to write on, or what is written there.
std::string blank(const Blank& place) {
  if (!place.content.empty()) return escape(place.content);
  return fmt::format("\\rule{{0pt}}{{4ex}}\\underline{{\\hspace{{{}em}}}}", (place.width + 1) / 2);
}

// A title that is wider than the figures below it, on several lines.
std::string head(const TableColumn& column) {
  std::string lines;
  int count = 0;
  for (const std::string& line : wrapped(column.title, std::max(kHead, column.width))) {
    lines += (lines.empty() ? "" : "\\\\") + typeset(line);
    ++count;
  }
  if (count < 2 || column.share > 0) return typeset(column.title);
  return fmt::format("\\begin{{tabular}}[b]{{@{{}}{}@{{}}}}{}\\end{{tabular}}",
                     column.left ? "l" : "r", lines);
}

// Columns of long words share what the others leave of the line.
void set_as_paragraphs(std::vector<TableColumn>& columns, int line) {
  int total = -kGap, words = 0;
  for (const TableColumn& column : columns) {
    total += column.width + kGap;
    if (column.left && column.width > kLongWords) words += column.width;
  }
  if (total <= line || words == 0) return;
  const int room = std::max(line - (total - words), line / 2);
  for (TableColumn& column : columns) {
    if (!column.left || column.width <= kLongWords) continue;
    const int natural = column.width;
    column.width = std::max(room * natural / words, kHead);
    column.wraps = column.width < natural;
    column.share = column.width * 100 / (line + kGap);
  }
}

std::string specification(const TableColumn& column) {
  if (column.share > 0) return fmt::format("p{{{:.2f}\\linewidth}}", column.share / 100.0);
  return column.left ? "l" : "r";
}

std::string tabular(const std::vector<const TableColumn*>& columns) {
  std::string specifications;
  std::vector<std::string> heads;
  for (const TableColumn* column : columns) {
    specifications += specification(*column);
    heads.push_back(head(*column));
  }
  std::string text = fmt::format("\\begin{{tabular}}{{{}}}\n\\toprule\n{} \\\\\n\\midrule\n",
                                 specifications, fmt::join(heads, " & "));
  const bool wraps = std::ranges::any_of(columns, [](const auto* c) { return c->wraps; });
  for (std::size_t row = 0; row < columns.front()->cells.size(); ++row) {
    // Else a line of the row above and a new row would look the same.
    if (wraps && row > 0) text += "\\addlinespace\n";
    std::vector<std::string> cells;
    for (const TableColumn* column : columns) {
      cells.push_back((column->share > 0 ? "\\raggedright " : "") + column->cells[row]);
    }
    // \raggedright takes \\ for itself.
    text += fmt::format("{} \\tabularnewline\n", fmt::join(cells, " & "));
  }
  return text + "\\bottomrule\n\\end{tabular}";
}

std::string laid_out(const std::string& caption, const std::vector<TableColumn>& columns, int gap,
                     int line) {
  if (columns.empty()) return "";
  std::vector<int> widths;
  for (const TableColumn& column : columns) widths.push_back(column.width);
  std::string text = "\\begin{center}\n\\small\n";
  if (gap < kGap) text += "\\setlength{\\tabcolsep}{3pt}\n";
  if (!caption.empty()) text += "\\textit{" + typeset(caption) + "}\\par\\nopagebreak\\medskip\n";
  bool first = true;
  for (const auto& [begin, end] : column_blocks(widths, gap, line)) {
    std::vector<const TableColumn*> block{&columns[0]};
    for (std::size_t i = begin; i < end; ++i) block.push_back(&columns[i]);
    if (!first) text += "\\par\\medskip\n";
    text += tabular(block) + "\n";
    first = false;
  }
  return text + "\\end{center}";
}

}  // namespace

std::string table(const Table& table, int digits, int line) {
  std::vector<TableColumn> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    TableColumn out{column.unit.empty() ? column.title : column.title + " (" + column.unit + ")"};
    bool words = false, figures = false;
    for (const auto& row : table.rows) {
      const std::string text = shown(row[c], column, digits);
      words = words || std::holds_alternative<std::string>(row[c]);
      figures = figures || is_figure(row[c]);
      const auto* place = std::get_if<Blank>(&row[c]);
      out.cells.push_back(place != nullptr    ? blank(*place)
                          : is_figure(row[c]) ? figure(text)
                                              : escape(text));
      out.width = std::max(out.width, printed_width(text));
    }
    out.left = words && !figures;
    for (const std::string& part : wrapped(out.title, std::max(kHead, out.width))) {
      out.width = std::max(out.width, printed_width(part));
    }
    columns.push_back(std::move(out));
  }
  set_as_paragraphs(columns, line);
  return laid_out(table.caption, columns, kGap, line);
}

std::string heatmap(const Heatmap& map, int digits, int line) {
  const Column style{.id = {}, .title = {}, .unit = {}, .digits = map.digits};
  std::vector<TableColumn> columns{{"", {}, true}};
  for (const std::string& label : map.row_labels) {
    columns[0].cells.push_back(escape(label));
    columns[0].width = std::max(columns[0].width, printed_width(label));
  }
  for (std::size_t c = 0; c < map.column_labels.size(); ++c) {
    TableColumn column{map.column_labels[c], {}, false, printed_width(map.column_labels[c])};
    for (const auto& row : map.cells) {
      const std::string text = shown(row[c], style, digits);
      std::string cell = is_figure(row[c]) ? figure(text) : escape(text);
      if (const auto place = place_on_ramp(map, row[c])) {
        const Rgb colour = shade(*place);
        cell = fmt::format("\\attnshade{{{:.3f},{:.3f},{:.3f}}}{}{}", colour.red / 255.0,
                           colour.green / 255.0, colour.blue / 255.0,
                           dark(colour) ? "\\attnlight " : "", cell);
      }
      column.cells.push_back(std::move(cell));
      column.width = std::max(column.width, printed_width(text));
    }
    columns.push_back(std::move(column));
  }
  return "\\providecommand{\\attnshade}[1]{\\ifdefined\\cellcolor\\cellcolor[rgb]{#1}\\fi}\n"
         "\\providecommand{\\attnlight}{\\ifdefined\\cellcolor\\color{white}\\fi}\n" +
         laid_out(map.caption, columns, 1, line);
}

}  // namespace attn::latex
