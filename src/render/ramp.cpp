#include "render/ramp.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn {

namespace {

int between(int a, int b, double part) {
  return static_cast<int>(std::lround(a + part * static_cast<double>(b - a)));
}

}  // namespace

std::optional<double> place_on_ramp(const Heatmap& map, const Cell& cell) {
  const double* value = std::get_if<double>(&cell);
  if (!value || std::isnan(*value)) return std::nullopt;
  const double span = map.high - map.low;
  return span > 0 ? std::clamp((*value - map.low) / span, 0.0, 1.0) : 0.0;
}

Rgb shade(double place) {
  static constexpr std::array<Rgb, 9> kBlues{{{247, 251, 255},
                                              {222, 235, 247},
                                              {198, 219, 239},
                                              {158, 202, 225},
                                              {107, 174, 214},
                                              {66, 146, 198},
                                              {33, 113, 181},
                                              {8, 81, 156},
                                              {8, 48, 107}}};
  const double at = std::clamp(place, 0.0, 1.0) * (kBlues.size() - 1);
  const auto lower = std::min(static_cast<std::size_t>(at), kBlues.size() - 2);
  const Rgb a = kBlues[lower], b = kBlues[lower + 1];
  const double part = at - static_cast<double>(lower);
  return {between(a.red, b.red, part), between(a.green, b.green, part),
          between(a.blue, b.blue, part)};
}

bool dark(Rgb colour) {
  // Relative luminance of linear light (ITU-R BT.709), which contrast is defined by (WCAG 2.1).
  const auto light = [](int channel) { return std::pow(channel / 255.0, 2.2); };
  const double luminance =
      0.2126 * light(colour.red) + 0.7152 * light(colour.green) + 0.0722 * light(colour.blue);
  // Where black and white figures have the same contrast: (1.05)/(L + 0.05) = (L + 0.05)/0.05.
  constexpr double kEven = 0.179;
  return luminance < kEven;
}

}  // namespace attn
