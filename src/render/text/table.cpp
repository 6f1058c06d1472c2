// How columns stand side by side in a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "render/blocks.hpp"
#include "render/number.hpp"
#include "render/text/parts.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

constexpr int kNarrowest = 14;  // columns of words are not squeezed further than this
constexpr int kHead = 12;       // a title is wrapped where the figures below it are narrower

// A column with its lines counted: every field may have several.
struct Laid {
  Lines head;
  std::vector<Lines> fields;
  std::vector<std::string> paints;
  bool left = false;
  int width = 0;
};

int widest(const Lines& lines) {
  int width = 0;
  for (const std::string& line : lines) width = std::max(width, display_width(line));
  return width;
}

Laid laid_out(const Strip& strip, int most) {
  Laid result;
  result.left = strip.left;
  for (const Strip::Field& field : strip.fields) {
    // Figures are never broken; words may be.
    result.fields.push_back(strip.left ? wrapped(field.text, most) : Lines{field.text});
    result.paints.push_back(field.paint);
    result.width = std::max(result.width, widest(result.fields.back()));
  }
  result.head = wrapped(strip.title, std::min(most, std::max(result.width, kHead)));
  if (!strip.unit.empty()) result.head.push_back("(" + strip.unit + ")");
  result.width = std::max(result.width, widest(result.head));
  return result;
}

int total_width(const std::vector<Laid>& columns, int gap) {
  int width = 0;
  for (const Laid& column : columns) width += column.width + gap;
  return width - gap;
}

std::vector<Laid> laid_out(const std::vector<Strip>& strips, int most) {
  std::vector<Laid> columns;
  for (const Strip& strip : strips) columns.push_back(laid_out(strip, most));
  return columns;
}

// Squeezes the widest columns of words until the whole fits; where nothing more can give, the
// columns are left as they are, to be cut in blocks.
std::vector<Laid> squeezed(const std::vector<Strip>& strips, int gap, int width) {
  std::vector<Laid> columns = laid_out(strips, width);
  while (total_width(columns, gap) > width) {
    std::size_t give = columns.size();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!columns[i].left || columns[i].width <= kNarrowest) continue;
      if (give == columns.size() || columns[i].width > columns[give].width) give = i;
    }
    if (give == columns.size()) return laid_out(strips, std::max(width / 3, 1));
    // Step by step where only a little is missing, so that columns end up about equally wide.
    const int step = std::max(1, (total_width(columns, gap) - width) / 4);
    columns[give] = laid_out(strips[give], std::max(kNarrowest, columns[give].width - step));
  }
  return columns;
}

std::string joined(const std::vector<std::string>& parts, int gap) {
  std::string line =
      fmt::format("{}", fmt::join(parts, std::string(static_cast<std::size_t>(gap), ' ')));
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// One line of a row of fields; a field that has fewer lines is blank below, a head blank above.
std::string pad(const Laid& column, std::string_view text) {
  return column.left ? pad_right(text, column.width) : pad_left(text, column.width);
}

Lines head_lines(const Look& look, const std::vector<const Laid*>& columns, int gap) {
  std::size_t height = 0;
  for (const Laid* column : columns) height = std::max(height, column->head.size());
  Lines lines;
  for (std::size_t i = 0; i < height; ++i) {
    std::vector<std::string> parts;
    for (const Laid* column : columns) {
      const std::size_t above = height - column->head.size();
      parts.push_back(pad(*column, i < above ? "" : column->head[i - above]));
    }
    lines.push_back(look.painted(joined(parts, gap), paint::kBold));
  }
  return lines;
}

Lines row_lines(const Look& look, const std::vector<const Laid*>& columns, std::size_t row,
                int gap) {
  std::size_t height = 1;
  for (const Laid* column : columns) height = std::max(height, column->fields[row].size());
  Lines lines;
  for (std::size_t i = 0; i < height; ++i) {
    std::vector<std::string> parts;
    for (const Laid* column : columns) {
      const Lines& field = column->fields[row];
      const std::string text = pad(*column, i < field.size() ? field[i] : "");
      parts.push_back(look.painted(text, column->paints[row]));
    }
    lines.push_back(joined(parts, gap));
  }
  return lines;
}

Lines block_lines(const Look& look, const std::vector<const Laid*>& columns, int gap) {
  Lines lines = head_lines(look, columns, gap);
  int width = -gap;
  for (const Laid* column : columns) width += column->width + gap;
  std::string rule;
  for (int i = 0; i < width; ++i) rule += look.sign("─", "-");
  lines.push_back(look.painted(rule, paint::kDim));
  std::vector<Lines> rows;
  bool tall = false;
  for (std::size_t row = 0; row < columns.front()->fields.size(); ++row) {
    rows.push_back(row_lines(look, columns, row, gap));
    tall = tall || rows.back().size() > 1;
  }
  // Rows of several lines need a gap to be told apart.
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (tall && row > 0) lines.emplace_back();
    lines.insert(lines.end(), rows[row].begin(), rows[row].end());
  }
  return lines;
}

std::string block_label(std::size_t begin, std::size_t end, std::size_t columns) {
  if (begin + 1 == end) return fmt::format("column {} of {}", begin, columns - 1);
  return fmt::format("columns {} to {} of {}", begin, end - 1, columns - 1);
}

}  // namespace

Lines side_by_side(const Look& look, const std::vector<Strip>& strips, int gap, int width) {
  if (strips.empty()) return {};
  const std::vector<Laid> columns = squeezed(strips, gap, width);
  std::vector<int> widths;
  for (const Laid& column : columns) widths.push_back(column.width);
  const std::vector<ColumnBlock> blocks = column_blocks(widths, gap, width);
  Lines lines;
  for (const auto& [begin, end] : blocks) {
    std::vector<const Laid*> block{&columns[0]};
    for (std::size_t i = begin; i < end; ++i) block.push_back(&columns[i]);
    if (blocks.size() > 1) {
      if (!lines.empty()) lines.emplace_back();
      lines.push_back(look.painted(block_label(begin, end, columns.size()), paint::kDim));
    }
    const Lines next = block_lines(look, block, gap);
    lines.insert(lines.end(), next.begin(), next.end());
  }
  return lines;
}

Lines table_lines(const Look& look, const Table& table, int width) {
  std::vector<Strip> strips;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    Strip strip{look.words(column.title), look.words(column.unit)};
    bool figures = false, words = false;
    for (const auto& row : table.rows) {
      const bool is_word = std::holds_alternative<std::string>(row[c]);
      words = words || is_word;
      figures = figures || (!is_word && !std::holds_alternative<Missing>(row[c]));
      strip.fields.push_back({look.words(shown(row[c], column, look.digits()))});
    }
    strip.left = words && !figures;
    strips.push_back(std::move(strip));
  }
  return side_by_side(look, strips, 2, width);
}

}  // namespace attn
