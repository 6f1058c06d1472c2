#include "render/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "render/number.hpp"

namespace attn {

namespace {

// The round step that is nearest above `rough`: 1, 2 or 5 times a power of ten.
double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::vector<double> even_ticks(const Scale& scale, int count) {
  std::vector<double> result;
  const double step = round_step((scale.high - scale.low) / std::max(count, 1));
  const double slack = step * 1e-6;
  const double first = std::ceil((scale.low - slack) / step);
  for (int i = 0; (first + i) * step <= scale.high + slack && i < 1000; ++i) {
    result.push_back((first + i) * step);
  }
  return result;
}

std::vector<double> log_ticks(const Scale& scale, int count) {
  const double first = std::ceil(std::log10(scale.low) - 1e-9);
  const double last = std::floor(std::log10(scale.high) + 1e-9);
  if (last - first < 1) return even_ticks(scale, count);
  const double stride = std::max(1.0, std::ceil((last - first + 1) / std::max(count, 1)));
  std::vector<double> result;
  for (double e = first; e <= last; e += stride) result.push_back(std::pow(10.0, e));
  return result;
}

// The values of one coordinate that have a place on the axis.
template <typename Coordinate>
Scale scale_of(const Chart& chart, bool log, Coordinate coordinate) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Series& series : chart.series) {
    for (const auto& point : series.points) {
      const double value = coordinate(point);
      if (!std::isfinite(value) || (log && value <= 0)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (low > high) return {log ? 1.0 : 0.0, log ? 10.0 : 1.0, log};
  if (low < high) return {low, high, log};
  if (log) return {low / 2, high * 2, log};
  const double margin = low == 0.0 ? 1.0 : std::abs(low) / 2;
  return {low - margin, high + margin, log};
}

// To round values, so that no curve runs along the frame; zero stays in sight when it is near.
Scale widened(Scale scale) {
  if (scale.log) {
    return {std::pow(10.0, std::floor(std::log10(scale.low) + 1e-9)),
            std::pow(10.0, std::ceil(std::log10(scale.high) - 1e-9)), true};
  }
  if (scale.low > 0 && scale.low < scale.high / 2) scale.low = 0;
  const double step = round_step((scale.high - scale.low) / 5);
  return {step * std::floor(scale.low / step + 1e-9), step * std::ceil(scale.high / step - 1e-9),
          false};
}

}  // namespace

double Scale::place(double value) const {
  const double place =
      log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return std::isfinite(place) ? place : std::numeric_limits<double>::quiet_NaN();
}

Axes axes_of(const Chart& chart) {
  const auto x = [](const std::pair<double, double>& point) { return point.first; };
  const auto y = [](const std::pair<double, double>& point) { return point.second; };
  return {scale_of(chart, chart.log_x, x), widened(scale_of(chart, chart.log_y, y))};
}

std::vector<double> ticks(const Scale& scale, int count) {
  return scale.log ? log_ticks(scale, count) : even_ticks(scale, count);
}

std::vector<double> x_ticks(const Chart& chart, const Scale& scale, int count) {
  std::set<double> values;
  for (const Series& series : chart.series) {
    for (const auto& point : series.points) {
      if (std::isfinite(scale.place(point.first))) values.insert(point.first);
    }
  }
  if (!values.empty() && values.size() <= static_cast<std::size_t>(std::max(count, 0))) {
    return {values.begin(), values.end()};
  }
  return ticks(scale, count);
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks) {
  constexpr int kMostDigits = 15;
  for (int significant = 4;; ++significant) {
    std::vector<std::string> labels;
    for (const double tick : ticks) labels.push_back(brief(tick, significant));
    const std::set<std::string> distinct{labels.begin(), labels.end()};
    if (distinct.size() == labels.size() || significant == kMostDigits) return labels;
  }
}

}  // namespace attn
