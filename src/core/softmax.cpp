#include "core/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rows.hpp"

namespace attn {

SoftmaxSteps softmax_steps(const Matrix& scores, EmptyRow empty) {
  SoftmaxSteps steps{row_max(scores), xt::empty_like(scores), {}, xt::empty_like(scores)};
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < rows(scores); ++i) {
    const bool no_key_left = steps.peaks(i) == kNone && empty != EmptyRow::nan;
    for (Index j = 0; j < columns(scores); ++j) {
      steps.exps(i, j) = no_key_left ? (empty == EmptyRow::uniform ? 1.0 : 0.0)
                                     : std::exp(scores(i, j) - steps.peaks(i));
    }
  }
  steps.sums = row_sum(steps.exps);
  for (Index i = 0; i < rows(scores); ++i) {
    const double sum = steps.sums(i) == 0.0 ? 1.0 : steps.sums(i);
    for (Index j = 0; j < columns(scores); ++j) steps.weights(i, j) = steps.exps(i, j) / sum;
  }
  return steps;
}

Matrix softmax(const Matrix& scores, EmptyRow empty) {
  return softmax_steps(scores, empty).weights;
}

Matrix softmax_with_sink(const Matrix& scores, double sink, EmptyRow empty) {
  if (sink == -std::numeric_limits<double>::infinity()) return softmax(scores, empty);
  const Vector peaks = row_max(scores);
  Matrix weights = xt::empty_like(scores);
  for (Index i = 0; i < rows(scores); ++i) {
    const double peak = std::isnan(peaks(i)) ? peaks(i) : std::max(peaks(i), sink);
    double sum = 0.0;
    for (Index j = 0; j < columns(scores); ++j) {
      weights(i, j) = std::exp(scores(i, j) - peak);
      sum += weights(i, j);
    }
    sum += std::exp(sink - peak);
    for (Index j = 0; j < columns(scores); ++j) weights(i, j) /= sum;
  }
  return weights;
}

Matrix naive_softmax(const Matrix& scores) {
  const Matrix exps = xt::exp(scores);
  const Vector sums = row_sum(exps);
  Matrix weights = xt::empty_like(scores);
  for (Index i = 0; i < rows(scores); ++i) {
    for (Index j = 0; j < columns(scores); ++j) weights(i, j) = exps(i, j) / sums(i);
  }
  return weights;
}

Vector entropy(const Matrix& weights) {
  Vector result = xt::zeros<double>({rows(weights)});
  for (Index i = 0; i < rows(weights); ++i) {
    for (const double w : row(weights, i)) result(i) -= w == 0.0 ? 0.0 : w * std::log(w);
  }
  return result;
}

}  // namespace attn
