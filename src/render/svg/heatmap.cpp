// A matrix as coloured squares with the figures in them.
#include <fmt/format.h>

#include <algorithm>

#include "render/number.hpp"
#include "render/ramp.hpp"
#include "render/svg/parts.hpp"
#include "support/text.hpp"

namespace attn::svg {

namespace {

constexpr double kCell = 30, kNarrowest = 14, kWidest = 72;  // sides of a cell
constexpr double kMargin = 12, kLine = 18, kAscent = 4.5;    // of text: half of its height
constexpr double kLongest = 160;                             // room for labels at the left
constexpr std::size_t kMostFigures = 24;  // more columns than this are drawn without figures

// Where everything stands.
struct Plan {
  double left, top, cell_width, cell_height;
  bool figures, slanted;  // figures in the cells; column labels that stand on end

  double x(std::size_t column) const { return left + static_cast<double>(column) * cell_width; }
  double y(std::size_t row) const { return top + static_cast<double>(row) * cell_height; }
};

double widest(const std::vector<std::string>& labels) {
  double width = 0;
  for (const std::string& label : labels) width = std::max(width, text_width(label));
  return width;
}

std::string figure(const Heatmap& map, const Cell& cell, int digits) {
  return shown(cell, {.id = {}, .title = {}, .unit = {}, .digits = map.digits}, digits);
}

Plan plan_of(const Heatmap& map, int digits) {
  Plan plan{};
  const double labels = widest(map.column_labels);
  double figures = 0;
  for (const auto& row : map.cells) {
    for (const Cell& cell : row) {
      figures = std::max(figures, text_width(figure(map, cell, digits)) + 10);
    }
  }
  plan.figures = map.column_labels.size() <= kMostFigures && figures <= kWidest;
  plan.cell_height = plan.figures ? kCell : kNarrowest;
  plan.cell_width =
      plan.figures ? std::clamp(labels + 8, figures, std::max(figures, kWidest)) : kNarrowest;
  plan.slanted = labels + 4 > plan.cell_width;
  plan.left = kMargin + std::min(widest(map.row_labels), kLongest) + 8;
  plan.top = kMargin + kLine + (plan.slanted ? std::min(labels, kLongest) : kLine);
  return plan;
}

std::string colour_of(Rgb colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

// Hidden: an empty square that is crossed out.
std::string square(const Heatmap& map, const Cell& cell, double x, double y, double width,
                   double height) {
  const std::string box = fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(x),
                                      number(y), number(width), number(height));
  if (const auto place = place_on_ramp(map, cell)) {
    return fmt::format("<rect {} fill=\"{}\"/>", box, colour_of(shade(*place)));
  }
  const std::string outline =
      fmt::format("<rect {} fill=\"none\" stroke=\"#999\" stroke-width=\"0.5\"/>", box);
  if (!std::holds_alternative<Missing>(cell)) return outline;
  return outline + fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"#999\"/>", number(x),
                               number(y + height), number(x + width), number(y));
}

std::string cell_text(const Heatmap& map, const Plan& plan, std::size_t r, std::size_t c,
                      int digits) {
  const Cell& cell = map.cells[r][c];
  const double x = plan.x(c), y = plan.y(r);
  const std::string exactly =
      std::holds_alternative<double>(cell) ? exact(std::get<double>(cell)) : std::string{"hidden"};
  std::string text = fmt::format("<g><title>{}, {}: {}</title>", escape(map.row_labels[r]),
                                 escape(map.column_labels[c]), exactly) +
                     square(map, cell, x, y, plan.cell_width, plan.cell_height);
  if (plan.figures && std::holds_alternative<double>(cell)) {
    const auto place = place_on_ramp(map, cell);
    const char* ink = !place ? "" : dark(shade(*place)) ? " fill=\"#fff\"" : " fill=\"#1a1a1a\"";
    text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\"{}>{}</text>",
                        number(x + plan.cell_width / 2), number(y + plan.cell_height / 2 + kAscent),
                        ink, escape(figure(map, cell, digits)));
  }
  return text + "</g>\n";
}

// As much of a label as there is room for.
std::string fitted(const std::string& text) {
  const std::vector<std::string> lines =
      wrapped(printable(text), static_cast<int>(kLongest / text_width("x")));
  if (lines.size() < 2) return text;
  return lines.front() + "…";
}

std::string labels(const Heatmap& map, const Plan& plan) {
  std::string text;
  for (std::size_t r = 0; r < map.row_labels.size(); ++r) {
    text += label(plan.left - 6, plan.y(r) + plan.cell_height / 2 + kAscent, "end",
                  fitted(map.row_labels[r]));
  }
  for (std::size_t c = 0; c < map.column_labels.size(); ++c) {
    const double x = plan.x(c) + plan.cell_width / 2, y = plan.top - 6;
    if (!plan.slanted) {
      text += label(x, y, "middle", fitted(map.column_labels[c]));
      continue;
    }
    text += fmt::format("<text transform=\"translate({},{})rotate(-90)\">{}</text>\n",
                        number(x + kAscent), number(y), escape(fitted(map.column_labels[c])));
  }
  return text;
}

// The ramp from its low end to its high one, and the sign of a hidden cell.
std::string legend(const Heatmap& map, double left, double top, bool hides) {
  constexpr int kSteps = 20;
  constexpr double kStep = 6, kHeight = 12;
  const std::string low = brief(map.low), high = brief(map.high);
  double x = left + text_width(low) + 6;
  std::string text = label(left, top + kHeight - 1, "start", low);
  for (int i = 0; i < kSteps; ++i) {
    text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                        number(x), number(top), number(kStep), number(kHeight),
                        colour_of(shade((i + 0.5) / kSteps)));
    x += kStep;
  }
  text += label(x + 6, top + kHeight - 1, "start", high);
  if (!hides) return text;
  x += text_width(high) + 30;
  return text + square(map, Missing{}, x, top, kHeight, kHeight) + "\n" +
         label(x + kHeight + 6, top + kHeight - 1, "start", "hidden");
}

bool any_hidden(const Heatmap& map) {
  return std::ranges::any_of(map.cells, [](const auto& row) {
    return std::ranges::any_of(
        row, [](const Cell& cell) { return std::holds_alternative<Missing>(cell); });
  });
}

}  // namespace

std::string heatmap(const Heatmap& map, int digits, Place place) {
  const Plan plan = plan_of(map, digits);
  std::string content;
  // In a page the caption is the page's text.
  if (place == Place::file) content += label(kMargin, kMargin + kAscent * 2, "start", map.caption);
  content += labels(map, plan);
  for (std::size_t r = 0; r < map.cells.size(); ++r) {
    for (std::size_t c = 0; c < map.cells[r].size(); ++c) {
      content += cell_text(map, plan, r, c, digits);
    }
  }
  const double bottom = plan.y(map.row_labels.size());
  content += legend(map, plan.left, bottom + kMargin, any_hidden(map));
  constexpr double kLegend = 260;
  const double right = std::max(
      {plan.x(map.column_labels.size()), plan.left + kLegend, kMargin + text_width(map.caption)});
  return picture(right + kMargin, bottom + kMargin * 3, map.caption, place, content);
}

}  // namespace attn::svg
