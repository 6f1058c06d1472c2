#include "practice/plan.hpp"

#include <algorithm>
#include <cmath>

namespace attn::practice {

namespace {

bool is_kind(std::span<const double> weights) {
  constexpr double kLeast = 0.02, kMost = 0.9, kApart = 0.05;
  double least = 1.0, most = 0.0;
  int visible = 0;
  for (const double w : weights) {
    if (w == 0.0) continue;  // hidden
    ++visible;
    least = std::min(least, w);
    most = std::max(most, w);
  }
  return visible < 2 || (least >= kLeast && most <= kMost && most - least >= kApart);
}

// As many as it takes, and no more than is asked for.
int digits_for(const Matrix& values, int most) {
  int digits = 0;
  const auto takes_more = [&digits](double x) {
    return std::isfinite(x) && std::abs(rounded(x, digits) - x) > 1e-12 * std::abs(x);
  };
  for (const double x : values) {
    while (digits < most && takes_more(x)) ++digits;
  }
  return digits;
}

}  // namespace

int Plan::whole(int low, int high) {
  return low + static_cast<int>(generator_.uniform() * (high - low + 1));
}

Matrix Plan::wholes(Index height, Index width, int low, int high) {
  Matrix result = xt::zeros<double>({height, width});
  for (double& x : result) x = whole(low, high);
  return result;
}

Matrix Plan::halves(Index height, Index width, int low, int high) {
  Matrix result = wholes(height, width, low, high);
  for (double& x : result) x /= 2.0;
  return result;
}

Index Plan::given(std::string id, std::string title, Axis rows, Axis columns, Matrix values) {
  steps_.push_back({.id = std::move(id),
                    .title = std::move(title),
                    .formula = {},
                    .rows = std::move(rows),
                    .columns = std::move(columns),
                    .values = std::move(values)});
  Step& step = steps_.back();
  step.digits = digits_for(step.values, options_.digits);
  step.gaps.assign(step.values.size(), false);
  return steps_.size() - 1;
}

Index Plan::step(std::string id, std::string title, std::string formula, Axis rows, Axis columns,
                 Rule rule) {
  std::vector<Matrix> earlier;
  for (const Step& step : steps_) earlier.push_back(step.values);
  const Index place = given(std::move(id), std::move(title), std::move(rows), std::move(columns),
                            values_of(rule, earlier, {}));
  steps_[place].formula = std::move(formula);
  steps_[place].rule = std::move(rule);
  return place;
}

Index Plan::weights(std::string id, std::string title, std::string formula, Axis rows, Axis columns,
                    Rule rule) {
  const Index place = step(std::move(id), std::move(title), std::move(formula), std::move(rows),
                           std::move(columns), std::move(rule));
  steps_[place].weights = true;
  return place;
}

bool Plan::suits() const {
  if (!suits_) return false;
  for (const Step& step : steps_) {
    for (Index r = 0; step.weights && r < rows(step.values); ++r) {
      if (!is_kind(row(step.values, r))) return false;
    }
  }
  return true;
}

}  // namespace attn::practice
