// A chart drawn with characters: lines in Braille dots, points as marks, axes with ticks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "render/scale.hpp"
#include "render/text/parts.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

constexpr int kRows = 14;                      // height of the plot
constexpr int kWidest = 72;                    // wider plots read no better
constexpr int kDotsAcross = 2, kDotsDown = 4;  // of a Braille character
// Okabe and Ito's colours, which every kind of colour vision tells apart, in 256 colours.
constexpr std::array<std::string_view, 6> kPaints{"38;5;33",  "38;5;208", "38;5;36",
                                                  "38;5;175", "38;5;178", "38;5;74"};
constexpr std::array<const char*, 6> kMarks{"●", "○", "▲", "△", "■", "□"};
constexpr std::array<const char*, 6> kAsciiMarks{"o", "x", "*", "#", "@", "%"};

// A grid of characters, each with dots of a line or a mark, owned by the series drawn last.
class Canvas {
 public:
  Canvas(int columns, int rows) : columns_(columns), rows_(rows), cells_(at(0, rows)) {}

  int columns() const { return columns_; }

  // x and y in 0…1 from the lower left corner; anything else is outside.
  void dot(double x, double y, std::size_t series) {
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return;
    const int across = static_cast<int>(std::lround(x * (columns_ * kDotsAcross - 1)));
    const int down = static_cast<int>(std::lround((1 - y) * (rows_ * kDotsDown - 1)));
    // Dots 1 to 8 of U+2800: the left column holds bits 0, 1, 2, 6, the right one 3, 4, 5, 7.
    constexpr int kBits[kDotsAcross][kDotsDown] = {{0x01, 0x02, 0x04, 0x40},
                                                   {0x08, 0x10, 0x20, 0x80}};
    Cell& cell = cells_[at(across / kDotsAcross, down / kDotsDown)];
    cell.dots |= kBits[across % kDotsAcross][down % kDotsDown];
    if (!cell.marked) cell.series = series;
  }

  void mark(double x, double y, std::size_t series) {
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return;
    const int across = static_cast<int>(std::lround(x * (columns_ * kDotsAcross - 1)));
    const int down = static_cast<int>(std::lround((1 - y) * (rows_ * kDotsDown - 1)));
    Cell& cell = cells_[at(across / kDotsAcross, down / kDotsDown)];
    cell.marked = true;
    cell.series = series;
  }

  std::string row(const Look& look, int row) const;

 private:
  struct Cell {
    int dots = 0;
    bool marked = false;
    std::size_t series = 0;
  };

  std::size_t at(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }

  int columns_, rows_;
  std::vector<Cell> cells_;
};

std::string mark_of(const Look& look, std::size_t series) {
  return look.sign(kMarks[series % kMarks.size()], kAsciiMarks[series % kAsciiMarks.size()]);
}

std::string_view paint_of(std::size_t series) { return kPaints[series % kPaints.size()]; }

// U+2800 with these dots, in UTF-8.
std::string braille(int dots) {
  return {static_cast<char>(0xE2), static_cast<char>(0xA0 | (dots >> 6)),
          static_cast<char>(0x80 | (dots & 0x3F))};
}

std::string Canvas::row(const Look& look, int row) const {
  std::string line;
  for (int column = 0; column < columns_; ++column) {
    const Cell& cell = cells_[at(column, row)];
    if (cell.marked) {
      line += look.painted(mark_of(look, cell.series), paint_of(cell.series));
    } else if (cell.dots != 0) {
      line += look.painted(look.sign(braille(cell.dots).c_str(), "."), paint_of(cell.series));
    } else {
      line += ' ';
    }
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

void draw(Canvas& canvas, const Axes& axes, const std::vector<Series>& all) {
  for (std::size_t s = 0; s < all.size(); ++s) {
    const auto& points = all[s].points;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const double x0 = axes.x.place(points[i].first), x1 = axes.x.place(points[i + 1].first);
      const double y0 = axes.y.place(points[i].second), y1 = axes.y.place(points[i + 1].second);
      const int steps = canvas.columns() * kDotsAcross;
      for (int t = 0; t <= steps; ++t) {
        const double part = static_cast<double>(t) / steps;
        canvas.dot(x0 + part * (x1 - x0), y0 + part * (y1 - y0), s);
      }
    }
  }
  // Marks last, and few enough to leave the line in sight.
  for (std::size_t s = 0; s < all.size(); ++s) {
    const auto& points = all[s].points;
    const std::size_t stride = points.size() / 24 + 1;
    for (std::size_t i = 0; i < points.size(); i += stride) {
      canvas.mark(axes.x.place(points[i].first), axes.y.place(points[i].second), s);
    }
  }
}

// The label of the tick that lies on each row of the plot, "" where there is none.
std::vector<std::string> row_labels(const Scale& scale) {
  std::vector<std::string> labels(kRows);
  const std::vector<double> values = ticks(scale, 5);
  const std::vector<std::string> texts = tick_labels(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double place = scale.place(values[i]);
    if (!(place >= 0 && place <= 1)) continue;
    labels[static_cast<std::size_t>(std::lround((1 - place) * (kRows - 1)))] = texts[i];
  }
  return labels;
}

struct XAxis {
  std::string line, labels;
};

// The axis with its ticks, and the labels centred below; one that would touch another is left out.
XAxis x_axis(const Look& look, const Chart& chart, const Scale& scale, int columns) {
  const std::vector<double> values = x_ticks(chart, scale, 8);
  const std::vector<std::string> texts = tick_labels(values);
  std::vector<bool> ticked(static_cast<std::size_t>(columns), false);
  std::string labels;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double place = scale.place(values[i]);
    if (!(place >= 0 && place <= 1)) continue;
    const int column = static_cast<int>(std::lround(place * (columns - 1)));
    const int size = static_cast<int>(texts[i].size());
    const int begin = std::max(0, std::min(column - size / 2, columns - size));
    const int end = static_cast<int>(labels.size());
    if (begin < end + (end > 0 ? 1 : 0)) continue;
    labels.append(static_cast<std::size_t>(begin - end), ' ').append(texts[i]);
    ticked[static_cast<std::size_t>(column)] = true;
  }
  std::string line = look.sign("└", "+");
  for (const bool tick : ticked) line += tick ? look.sign("┬", "+") : look.sign("─", "-");
  return {line, labels};
}

Lines legend(const Look& look, const Chart& chart, int width) {
  Lines lines;
  int used = 0;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const std::string name = " " + look.words(chart.series[s].name);
    const int columns = 1 + display_width(name);
    const bool fits = !lines.empty() && used + 3 + columns <= width;
    if (!fits) lines.emplace_back();
    lines.back() += (fits ? "   " : "") + look.painted(mark_of(look, s), paint_of(s)) + name;
    used = fits ? used + 3 + columns : columns;
  }
  return lines;
}

}  // namespace

Lines chart_lines(const Look& look, const Chart& chart, int width) {
  const Axes axes = axes_of(chart);
  const std::vector<std::string> labels = row_labels(axes.y);
  int label_width = 0;
  for (const std::string& label : labels) label_width = std::max(label_width, display_width(label));
  const int columns = std::max(std::min(width, kWidest) - label_width - 2, 8);

  Canvas canvas{columns, kRows};
  draw(canvas, axes, chart.series);
  Lines lines = wrapped(look.words(chart.y_title), width);
  for (int row = 0; row < kRows; ++row) {
    const std::string& label = labels[static_cast<std::size_t>(row)];
    const char* edge = label.empty() ? look.sign("│", "|") : look.sign("┤", "+");
    lines.push_back(pad_left(label, label_width) + " " + edge + canvas.row(look, row));
  }
  const XAxis x = x_axis(look, chart, axes.x, columns);
  const std::string margin = pad_right("", label_width + 1);
  lines.push_back(margin + x.line);
  lines.push_back(margin + " " + x.labels);
  for (const std::string& line : wrapped(look.words(chart.x_title), columns)) {
    lines.push_back(pad_right("", label_width + 2 + (columns - display_width(line)) / 2) + line);
  }
  lines.emplace_back();
  for (const std::string& line : legend(look, chart, width)) lines.push_back(line);
  return lines;
}

}  // namespace attn
