#include "practice/sheet.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "render/number.hpp"

namespace attn::practice {

namespace {

// So that 0.29, held as 0.28999…, is not cut to 0.28, nor half a unit taken for less.
constexpr double kSlack = 1e-9;

std::string cell_name(const std::string& id, const std::vector<const std::string*>& labels) {
  std::string name = id;
  for (const std::string* label : labels) name += "[" + *label + "]";
  return name;
}

}  // namespace

double number_of(Base base) {
  return base == Base::e ? std::numbers::e : base == Base::two ? 2.0 : 3.0;
}

double power(Base base, double exponent) {
  return base == Base::e ? std::exp(exponent) : std::pow(number_of(base), exponent);
}

std::string word_of(Level level) {
  return level == Level::cell ? "cell" : level == Level::row ? "row" : "all";
}

std::string word_of(Layout layout) { return layout == Layout::rows ? "rows" : "columns"; }

std::string word_of(Base base) { return base == Base::e ? "e" : base == Base::two ? "2" : "3"; }

double rounded(double x, int digits) {
  const double unit = std::pow(10.0, digits);
  if (!std::isfinite(x * unit)) return x;
  return std::copysign(std::floor(std::abs(x) * unit + 0.5 + kSlack), x) / unit;
}

double truncated(double x, int digits) {
  const double unit = std::pow(10.0, digits);
  if (!std::isfinite(x * unit)) return x;
  return std::copysign(std::floor(std::abs(x) * unit + kSlack), x) / unit;
}

double Rounding::operator()(double x) const { return digits ? rounded(x, *digits) : x; }

std::string gap_name(const Sheet& sheet, const Step& step, Index r, Index c) {
  std::vector<const std::string*> labels;
  if (!step.rows.labels.empty()) labels.push_back(&step.rows.labels.at(r));
  if (!step.columns.labels.empty()) labels.push_back(&step.columns.labels.at(c));
  if (sheet.options.layout == Layout::columns) std::ranges::reverse(labels);
  return cell_name(step.id, labels);
}

void for_each_gap(const Sheet& sheet, const std::function<void(Index, Index, Index)>& visit) {
  for (Index s = 0; s < sheet.steps.size(); ++s) {
    const Step& step = sheet.steps[s];
    for (Index r = 0; r < rows(step.values); ++r) {
      for (Index c = 0; c < columns(step.values); ++c) {
        if (step.is_gap(r, c)) visit(s, r, c);
      }
    }
  }
}

Matrix values_of(const Rule& rule, const std::vector<Matrix>& earlier, const Rounding& rounding) {
  Inputs inputs;
  for (const Index place : rule.from) inputs.push_back(&earlier.at(place));
  return rule.values(inputs, rounding);
}

std::string number_text(double x, int digits) {
  std::string text = shown(x, digits);
  for (int fewer = 0; fewer < digits && std::isfinite(x); ++fewer) {
    if (std::abs(rounded(x, fewer) - x) > kSlack * std::abs(x)) continue;
    text = shown(x, fewer);
    break;
  }
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string bracketed(double x, int digits) {
  const std::string text = number_text(x, digits);
  return text.starts_with("−") ? "(" + text + ")" : text;
}

}  // namespace attn::practice
