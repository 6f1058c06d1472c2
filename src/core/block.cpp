#include "core/block.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace attn {

namespace {

Matrix normed_if(bool wanted, const Matrix& x) { return wanted ? layer_norm(x) : x; }

// What a sublayer's output makes of its input.
Matrix joined(const Matrix& x, const Matrix& sublayer, const BlockShape& shape) {
  const Matrix sum = shape.residual ? Matrix(x + sublayer) : sublayer;
  return normed_if(shape.norms == Norms::after, sum);
}

}  // namespace

Matrix layer_norm(const Matrix& x, double epsilon) {
  Matrix result = xt::empty_like(x);
  const auto width = static_cast<double>(columns(x));
  for (Index i = 0; i < rows(x); ++i) {
    const auto r = row(x, i);
    const double mean = std::accumulate(r.begin(), r.end(), 0.0) / width;
    const double variance =
        std::accumulate(r.begin(), r.end(), 0.0,
                        [mean](double sum, double a) { return sum + (a - mean) * (a - mean); }) /
        width;
    const double spread = std::sqrt(variance + epsilon);
    for (Index c = 0; c < columns(x); ++c) result(i, c) = (r[c] - mean) / spread;
  }
  return result;
}

Matrix feed_forward(const Matrix& x, const FeedForward& weights) {
  Matrix hidden = product(x, weights.up);
  std::ranges::transform(hidden, hidden.begin(), [](double a) { return std::max(0.0, a); });
  return product(hidden, weights.down);
}

BlockSteps run_block(const Matrix& x, const BlockWeights& w, const BlockShape& shape) {
  BlockSteps s;
  s.attention_input = normed_if(shape.norms == Norms::before, x);
  s.attention = attention(product(s.attention_input, w.w_q), product(s.attention_input, w.w_k),
                          product(s.attention_input, w.w_v));
  s.attended = product(s.attention.output, w.w_o);
  s.middle = joined(x, s.attended, shape);
  s.feed_input = normed_if(shape.norms == Norms::before, s.middle);
  s.fed = feed_forward(s.feed_input, w.feed_forward);
  s.output = joined(s.middle, s.fed, shape);
  return s;
}

BlockParameters block_parameters(Integer d, Integer expansion) {
  const auto times = checked_multiply;
  const Integer wide = times(expansion, d);
  return {checked_add(times(4, times(d, d)), times(4, d)),
          checked_add(times(2, times(d, wide)), checked_add(wide, d)), times(4, d)};
}

}  // namespace attn
