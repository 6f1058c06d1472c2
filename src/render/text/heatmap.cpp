// A matrix as shaded cells in a terminal: with its figures where they fit, else as a picture alone.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "render/number.hpp"
#include "render/ramp.hpp"
#include "render/text/parts.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

// Viridis in the colours of a 256-colour terminal: lightness rises with every step, so the ramp
// reads the same in grey and for every kind of colour vision. Black figures from the fourth on.
constexpr std::array<std::string_view, 8> kRamp{
    "48;5;53;38;5;231", "48;5;55;38;5;231", "48;5;25;38;5;231", "48;5;30;38;5;16",
    "48;5;36;38;5;16",  "48;5;77;38;5;16",  "48;5;148;38;5;16", "48;5;226;38;5;16"};
constexpr std::array<const char*, 5> kShades{" ", "░", "▒", "▓", "█"};
constexpr std::array<const char*, 10> kAsciiShades{" ", ".", ":", "-", "=",
                                                   "+", "*", "#", "%", "@"};

constexpr int kLongestLabel = 24;

// Which of `count` steps a value falls on; none for a cell that is hidden or not a number.
std::optional<std::size_t> step_of(const Heatmap& map, const Cell& cell, std::size_t count) {
  const std::optional<double> place = place_on_ramp(map, cell);
  if (!place) return std::nullopt;
  return std::min(static_cast<std::size_t>(*place * static_cast<double>(count)), count - 1);
}

bool hidden(const Cell& cell) { return std::holds_alternative<Missing>(cell); }

const char* hidden_sign(const Look& look) { return look.sign("·", "x"); }

// Two columns of shade: as dark as the value is high.
std::string shade_of(const Look& look, const Heatmap& map, const Cell& cell) {
  if (hidden(cell)) return std::string{hidden_sign(look)} + " ";
  const bool ascii = look.sign("", "ascii")[0] != '\0';
  const auto step = step_of(map, cell, ascii ? kAsciiShades.size() : kShades.size());
  if (!step) return "? ";
  const char* shade = ascii ? kAsciiShades[*step] : kShades[*step];
  return std::string{shade} + shade;
}

std::string paint_of(const Heatmap& map, const Cell& cell) {
  const auto step = step_of(map, cell, kRamp.size());
  return std::string{step ? kRamp[*step] : paint::kDim};
}

// "·" alone where there is no figure, under the units of the others.
std::string figure(const Look& look, const Heatmap& map, const Cell& cell) {
  if (hidden(cell)) return hidden_sign(look);
  const int digits = look.digits() < 0 ? map.digits : look.digits();
  return shown(cell, {.id = {}, .title = {}, .unit = {}, .digits = digits});
}

std::vector<Strip> with_figures(const Look& look, const Heatmap& map) {
  std::vector<Strip> strips;
  Strip labels{.title = "", .left = true};
  for (const std::string& label : map.row_labels) labels.fields.push_back({look.words(label)});
  strips.push_back(std::move(labels));
  for (std::size_t c = 0; c < map.column_labels.size(); ++c) {
    Strip strip{.title = look.words(map.column_labels[c])};
    for (const auto& row : map.cells) {
      const std::string text = figure(look, map, row[c]);
      if (look.color()) {
        strip.fields.push_back({" " + text + " ", paint_of(map, row[c])});
      } else {
        strip.fields.push_back({hidden(row[c]) ? text : shade_of(look, map, row[c]) + " " + text});
      }
    }
    strips.push_back(std::move(strip));
  }
  return strips;
}

int natural_width(const std::vector<Strip>& strips) {
  int width = 0;
  for (const Strip& strip : strips) {
    int widest = display_width(strip.title);
    for (const auto& field : strip.fields) widest = std::max(widest, display_width(field.text));
    width += widest + 1;
  }
  return width - 1;
}

// Column numbers over cells of two columns each: the first, then every fifth.
std::string ruler(std::size_t begin, std::size_t end) {
  std::string line;
  for (std::size_t c = begin; c < end; ++c) {
    if (c != begin && (c + 1) % 5 != 0) continue;
    const std::string number = fmt::format("{}", c + 1);
    const std::size_t at = 2 * (c - begin);
    if (at < line.size() + (line.empty() ? 0 : 1)) continue;
    line.append(at - line.size(), ' ').append(number);
  }
  return line;
}

std::string cut(const std::string& label) {
  const Lines lines = wrapped(label, kLongestLabel);
  return lines.empty() ? "" : lines.front();
}

// Columns carry numbers, since words do not fit over cells of two columns; a key names them.
Lines picture(const Look& look, const Heatmap& map, int width) {
  std::vector<std::string> labels;
  int label_width = 0;
  const std::size_t digits = fmt::format("{}", map.row_labels.size()).size();
  for (std::size_t r = 0; r < map.row_labels.size(); ++r) {
    labels.push_back(fmt::format("{:>{}} {}", r + 1, digits, cut(look.words(map.row_labels[r]))));
    label_width = std::max(label_width, display_width(labels.back()) + 1);
  }
  const std::size_t columns = map.column_labels.size();
  const auto at_once = static_cast<std::size_t>(std::max((width - label_width) / 2, 1));
  Lines lines;
  for (std::size_t begin = 0; begin < columns; begin += at_once) {
    const std::size_t end = std::min(begin + at_once, columns);
    if (begin > 0) lines.emplace_back();
    lines.push_back(pad_right("", label_width) + ruler(begin, end));
    for (std::size_t r = 0; r < labels.size(); ++r) {
      std::string line = pad_right(labels[r], label_width);
      for (std::size_t c = begin; c < end; ++c) {
        const Cell& cell = map.cells[r][c];
        line += look.color() && step_of(map, cell, kRamp.size())
                    ? look.painted("  ", paint_of(map, cell))
                    : shade_of(look, map, cell);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

Lines column_key(const Look& look, const Heatmap& map, int width) {
  std::vector<std::string> items;
  for (std::size_t c = 0; c < map.column_labels.size(); ++c) {
    items.push_back(fmt::format("{} {}", c + 1, cut(look.words(map.column_labels[c]))));
  }
  if (items.empty()) return {};
  items.front().insert(0, "columns: ");
  for (std::size_t c = 0; c + 1 < items.size(); ++c) items[c] += ',';  // where a line ends, too
  return flowed(items, " ", width);
}

std::string legend(const Look& look, const Heatmap& map) {
  std::string ramp;
  constexpr int kSamples = 10;
  for (int i = 0; i < kSamples; ++i) {
    const Cell sample = map.low + (map.high - map.low) * (i + 0.5) / kSamples;
    ramp += look.color()
                ? look.painted("  ", paint_of(map, sample))
                : shade_of(look, map, sample).substr(0, shade_of(look, map, sample).size() / 2);
  }
  std::string line = fmt::format("{} {} {}", brief(map.low), ramp, brief(map.high));
  const bool hides = std::ranges::any_of(
      map.cells, [](const auto& row) { return std::ranges::any_of(row, hidden); });
  if (hides) line += fmt::format("   {} hidden", hidden_sign(look));
  return line;
}

}  // namespace

Lines heatmap_lines(const Look& look, const Heatmap& map, int width) {
  const std::vector<Strip> strips = with_figures(look, map);
  const bool fits = natural_width(strips) <= width;
  Lines lines = fits ? side_by_side(look, strips, 1, width) : picture(look, map, width);
  lines.emplace_back();
  if (!fits) {
    for (const std::string& line : column_key(look, map, width)) lines.push_back(line);
  }
  lines.push_back(legend(look, map));
  return lines;
}

}  // namespace attn
