#include "core/gradients/layer_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace attn {

LinearGradients linear_gradients(const Matrix& x, const Matrix& w, const Matrix& d_y) {
  return {ordered_product(d_y, transposed(w)), ordered_product(transposed(x), d_y)};
}

Matrix layer_norm_gradient(const Matrix& x, const Matrix& d_y, double epsilon) {
  if (x.shape() != d_y.shape()) throw std::logic_error("layer_norm_gradient: shapes differ");
  Matrix result = xt::empty_like(x);
  const auto width = static_cast<double>(columns(x));
  for (Index i = 0; i < rows(x); ++i) {
    double mean = 0.0, variance = 0.0, d_mean = 0.0, along = 0.0;
    for (const double entry : row(x, i)) mean += entry / width;
    for (const double entry : row(x, i)) variance += (entry - mean) * (entry - mean) / width;
    const double spread = std::sqrt(variance + epsilon);
    for (Index c = 0; c < columns(x); ++c) {
      d_mean += d_y(i, c) / width;
      along += (x(i, c) - mean) / spread * d_y(i, c) / width;
    }
    for (Index c = 0; c < columns(x); ++c) {
      result(i, c) = (d_y(i, c) - d_mean - (x(i, c) - mean) / spread * along) / spread;
    }
  }
  return result;
}

FeedForwardGradients feed_forward_gradients(const Matrix& x, const FeedForward& weights,
                                            const Matrix& d_y) {
  const Matrix before = ordered_product(x, weights.up);
  const Matrix hidden = xt::maximum(before, 0.0);
  LinearGradients down = linear_gradients(hidden, weights.down, d_y);
  const Matrix d_before = xt::where(before > 0.0, down.x, 0.0);
  LinearGradients up = linear_gradients(x, weights.up, d_before);
  return {std::move(up.x), {std::move(up.w), std::move(down.w)}};
}

Matrix embedding_gradient(std::span<const Index> tokens, const Matrix& d_x, Index vocabulary) {
  if (tokens.size() != rows(d_x)) throw std::logic_error("embedding_gradient: one row a token");
  Matrix result = xt::zeros<double>({vocabulary, columns(d_x)});
  for (Index t = 0; t < tokens.size(); ++t) {
    for (Index c = 0; c < columns(d_x); ++c) result(tokens[t], c) += d_x(t, c);
  }
  return result;
}

CrossEntropy cross_entropy(const Matrix& logits, std::span<const Index> targets) {
  if (targets.size() != rows(logits)) throw std::logic_error("cross_entropy: one target a row");
  CrossEntropy result{0.0, xt::zeros_like(logits)};
  const auto counted = static_cast<double>(
      std::ranges::count_if(targets, [](Index target) { return target != kNoTarget; }));
  for (Index i = 0; i < rows(logits); ++i) {
    if (targets[i] == kNoTarget) continue;
    const auto scores = row(logits, i);
    const double peak = *std::ranges::max_element(scores);
    double sum = 0.0;
    for (const double score : scores) sum += ordered_exp(score - peak);
    for (Index c = 0; c < scores.size(); ++c) {
      const double share = ordered_exp(scores[c] - peak) / sum;
      result.d_logits(i, c) = (share - (c == targets[i] ? 1.0 : 0.0)) / counted;
    }
    result.loss += (std::log(sum) - (scores[targets[i]] - peak)) / counted;
  }
  return result;
}

}  // namespace attn
