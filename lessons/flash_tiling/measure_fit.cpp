// How many operations is it, and which power law fits what was measured?
#include <cmath>

#include "lessons/flash_tiling/measure.hpp"

namespace attn::lessons::flash_tiling {

namespace {

// Least squares on the logarithms: the slope of the line through them.
std::optional<double> exponent(const Way& way, double (*figure)(const Sample&)) {
  double count = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (const Sample& sample : way.samples) {
    if (!sample.measured() || figure(sample) <= 0.0) continue;
    const double log_n = std::log(static_cast<double>(sample.n)),
                 log_figure = std::log(figure(sample));
    count += 1.0;
    x += log_n;
    y += log_figure;
    xx += log_n * log_n;
    xy += log_n * log_figure;
  }
  if (count < 3.0) return {};
  return (count * xy - x * y) / (count * xx - x * x);
}

}  // namespace

double operations_of(Index n, Index width) {
  return 4.0 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(width);
}

std::optional<double> time_exponent(const Way& way) {
  return exponent(way, [](const Sample& sample) { return sample.median(); });
}

std::optional<double> memory_exponent(const Way& way) {
  return exponent(
      way, [](const Sample& sample) { return sample.bytes < kLeastBytes ? 0.0 : sample.bytes; });
}

}  // namespace attn::lessons::flash_tiling
