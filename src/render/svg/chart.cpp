// Curves with their points, told apart by colour, mark and dashes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "render/scale.hpp"
#include "render/svg/parts.hpp"

namespace attn::svg {

namespace {

constexpr double kWidth = 600, kHeight = 300;  // of the plot
constexpr double kMargin = 14, kLine = 20, kTick = 5, kMark = 4;
// Okabe and Ito's colours, which every kind of colour vision tells apart (jfly.uni-koeln.de/color).
constexpr std::array<std::string_view, 6> kColours{"#0072b2", "#e69f00", "#009e73",
                                                   "#cc79a7", "#56b4e9", "#d55e00"};
constexpr std::array<std::string_view, 6> kDashes{"none", "7 3", "2 3", "9 3 2 3", "4 4", "1 2"};

struct Frame {
  double left, top;
  Axes axes;

  double x(double value) const { return left + axes.x.place(value) * kWidth; }
  double y(double value) const { return top + (1 - axes.y.place(value)) * kHeight; }
};

// A circle, a square, a triangle, a diamond: shapes that print in grey.
std::string mark(std::size_t series, double x, double y) {
  const std::string_view colour = kColours[series % kColours.size()];
  const auto path = [&](const std::string& d) {
    return fmt::format("<path d=\"{}\" fill=\"{}\"/>", d, colour);
  };
  const auto n = [](double v) { return number(v); };
  switch (series % 4) {
    case 0:
      return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>", n(x), n(y), n(kMark),
                         colour);
    case 1:
      return path(fmt::format("M{} {}h{}v{}h-{}z", n(x - kMark), n(y - kMark), n(2 * kMark),
                              n(2 * kMark), n(2 * kMark)));
    case 2:
      return path(fmt::format("M{} {}l{} {}h-{}z", n(x), n(y - kMark - 1), n(kMark + 1),
                              n(2 * kMark), n(2 * kMark + 2)));
    default:
      return path(fmt::format("M{} {}l{} {}l-{} {}l-{} -{}z", n(x), n(y - kMark - 1), n(kMark + 1),
                              n(kMark + 1), n(kMark + 1), n(kMark + 1), n(kMark + 1),
                              n(kMark + 1)));
  }
}

// Broken where a point has no place on the axes.
std::string curve(const Frame& frame, const Series& series, std::size_t index) {
  std::string path, marks;
  bool drawing = false;
  for (const auto& [x_value, y_value] : series.points) {
    const double x = frame.x(x_value), y = frame.y(y_value);
    const bool placed = std::isfinite(x) && std::isfinite(y);
    if (placed) {
      path += fmt::format("{}{} {}", drawing ? "L" : "M", number(x), number(y));
      marks += mark(index, x, y);
    }
    drawing = placed;
  }
  if (path.empty()) return "";
  constexpr std::size_t kMostMarks = 60;
  return fmt::format(
             "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
             "stroke-dasharray=\"{}\"/>\n",
             path, kColours[index % kColours.size()], kDashes[index % kDashes.size()]) +
         (series.points.size() <= kMostMarks ? marks + "\n" : "");
}

std::string line(double x0, double y0, double x1, double y1, std::string_view style) {
  return fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"currentColor\" {}/>\n", number(x0),
                     number(y0), number(x1), number(y1), style);
}

std::string y_axis(const Frame& frame, const std::vector<double>& values,
                   const std::vector<std::string>& texts) {
  std::string content = line(frame.left, frame.top, frame.left, frame.top + kHeight, "");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double y = frame.y(values[i]);
    if (!std::isfinite(y)) continue;
    content += line(frame.left, y, frame.left + kWidth, y, "stroke-opacity=\"0.15\"");
    content += label(frame.left - kTick - 3, y + kMark, "end", texts[i]);
  }
  return content;
}

std::string x_axis(const Frame& frame, const Chart& chart) {
  const double bottom = frame.top + kHeight;
  const std::vector<double> values = x_ticks(chart, frame.axes.x, 8);
  const std::vector<std::string> texts = tick_labels(values);
  std::string content = line(frame.left, bottom, frame.left + kWidth, bottom, "");
  double free_from = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = frame.x(values[i]), half = text_width(texts[i]) / 2;
    if (!std::isfinite(x) || x - half < free_from) continue;
    content += line(x, bottom, x, bottom + kTick, "");
    content += label(x, bottom + kLine, "middle", texts[i]);
    free_from = x + half + 6;
  }
  return content + label(frame.left + kWidth / 2, bottom + 2 * kLine, "middle", chart.x_title);
}

// Entries side by side, on as many lines as they need.
struct Legend {
  std::string content;
  double height = 0;
};

Legend legend(const Chart& chart, double left, double top) {
  constexpr double kSample = 30;
  Legend result;
  double x = left, y = top;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const double width = kSample + 6 + text_width(chart.series[s].name) + 18;
    if (x > left && x + width > left + kWidth) {
      x = left;
      y += kLine;
    }
    result.content += fmt::format(
        "<path d=\"M{} {}h{}\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"/>",
        number(x), number(y), number(kSample), kColours[s % kColours.size()],
        kDashes[s % kDashes.size()]);
    result.content += mark(s, x + kSample / 2, y);
    result.content += label(x + kSample + 6, y + kMark, "start", chart.series[s].name);
    x += width;
  }
  result.height = y - top + kLine;
  return result;
}

}  // namespace

std::string chart(const Chart& chart, Place place) {
  const Axes axes = axes_of(chart);
  const std::vector<double> values = ticks(axes.y, 5);
  const std::vector<std::string> texts = tick_labels(values);
  double widest = 0;
  for (const std::string& text : texts) widest = std::max(widest, text_width(text));
  const double left = kMargin + widest + kTick + 3;

  double top = kMargin;
  std::string content;
  if (place == Place::file) {
    content += label(kMargin, top + kMark * 2, "start", chart.caption);
    top += kLine + kMark;
  }
  const Legend key = legend(chart, left, top + kMark);
  top += key.height + kMark;
  content += key.content + label(kMargin, top + kMark, "start", chart.y_title);
  const Frame frame{left, top + kLine, axes};
  content += y_axis(frame, values, texts) + x_axis(frame, chart);
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    content += curve(frame, chart.series[s], s);
  }
  const double width = std::max(left + kWidth, kMargin + text_width(chart.caption)) + 2 * kMargin;
  return picture(width, frame.top + kHeight + 2 * kLine + kMargin, chart.caption, place, content);
}

}  // namespace attn::svg
