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

// y = (x − mean) / s and ds = mean(y · dx), so dy = (dx − mean(dx) − y · mean(y · dx)) / s.
Matrix norm_slope(const Matrix& x, const Matrix& dx, double epsilon = 1e-5) {
  const Matrix y = layer_norm(x, epsilon);
  const auto width = static_cast<double>(columns(x));
  Matrix result = xt::empty_like(x);
  for (Index i = 0; i < rows(x); ++i) {
    double mean = 0.0, slope = 0.0, along = 0.0, variance = 0.0;
    for (const double a : row(x, i)) mean += a / width;
    for (Index c = 0; c < columns(x); ++c) {
      variance += (x(i, c) - mean) * (x(i, c) - mean) / width;
      slope += dx(i, c) / width;
      along += y(i, c) * dx(i, c) / width;
    }
    const double spread = std::sqrt(variance + epsilon);
    for (Index c = 0; c < columns(x); ++c) {
      result(i, c) = (dx(i, c) - slope - y(i, c) * along) / spread;
    }
  }
  return result;
}

// dA = A · (dS − Σ_k A_k dS_k), row by row; dO = dA · V + A · dV.
Matrix attention_slope(const Attention& attended, const Matrix& x, const Matrix& dx,
                       const BlockWeights& block_weights) {
  const Matrix asks =
      product(product(dx, block_weights.w_q), transposed(product(x, block_weights.w_k)));
  const Matrix answers =
      product(product(x, block_weights.w_q), transposed(product(dx, block_weights.w_k)));
  const Matrix scores = (asks + answers) * attended.scale;
  Matrix weights = xt::empty_like(scores);
  for (Index i = 0; i < rows(scores); ++i) {
    const auto shares = row(attended.weights, i), moved = row(scores, i);
    const double mean = std::inner_product(shares.begin(), shares.end(), moved.begin(), 0.0);
    for (Index j = 0; j < columns(scores); ++j) weights(i, j) = shares[j] * (moved[j] - mean);
  }
  const Matrix output = product(weights, product(x, block_weights.w_v)) +
                        product(attended.weights, product(dx, block_weights.w_v));
  return product(output, block_weights.w_o);
}

Matrix feed_slope(const Matrix& x, const Matrix& dx, const FeedForward& weights) {
  const Matrix hidden = product(x, weights.up);
  const Matrix slope = product(dx, weights.up);
  return product(Matrix(xt::where(hidden > 0.0, slope, 0.0)), weights.down);
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

BlockSteps run_block(const Matrix& x, const BlockWeights& weights, const BlockShape& shape) {
  BlockSteps steps;
  steps.attention_input = normed_if(shape.norms == Norms::before, x);
  steps.attention = attention(product(steps.attention_input, weights.w_q),
                              product(steps.attention_input, weights.w_k),
                              product(steps.attention_input, weights.w_v));
  steps.attended = product(steps.attention.output, weights.w_o);
  steps.middle = joined(x, steps.attended, shape);
  steps.feed_input = normed_if(shape.norms == Norms::before, steps.middle);
  steps.fed = feed_forward(steps.feed_input, weights.feed_forward);
  steps.output = joined(steps.middle, steps.fed, shape);
  return steps;
}

Matrix block_slope(const BlockSteps& steps, const Matrix& x, const Matrix& dx,
                   const BlockWeights& weights, const BlockShape& shape) {
  const auto into = [&shape](const Matrix& in, const Matrix& slope) {
    return shape.norms == Norms::before ? norm_slope(in, slope) : slope;
  };
  const auto out = [&shape](const Matrix& in, const Matrix& sublayer, const Matrix& in_slope,
                            const Matrix& sublayer_slope) {
    const BlockShape sum{.norms = Norms::none, .residual = shape.residual};
    const Matrix slope = joined(in_slope, sublayer_slope, sum);
    return shape.norms == Norms::after ? norm_slope(joined(in, sublayer, sum), slope) : slope;
  };
  const Matrix attended =
      attention_slope(steps.attention, steps.attention_input, into(x, dx), weights);
  const Matrix middle = out(x, steps.attended, dx, attended);
  const Matrix fed = feed_slope(steps.feed_input, into(steps.middle, middle), weights.feed_forward);
  return out(steps.middle, steps.fed, middle, fed);
}

BlockParameters block_parameters(Integer d, Integer expansion) {
  const auto times = checked_multiply;
  const Integer wide = times(expansion, d);
  return {checked_add(times(4, times(d, d)), times(4, d)),
          checked_add(times(2, times(d, wide)), checked_add(wide, d)), times(4, d)};
}

}  // namespace attn
