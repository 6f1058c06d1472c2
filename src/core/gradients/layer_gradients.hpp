// How does a loss move when what stands around attention does: layer norm, feed-forward, the
// projections, and the loss itself?
//
// `d_x` stands for ∂loss/∂x everywhere, and has the shape of x.
#pragma once

#include <span>

#include "core/block.hpp"
#include "core/ordered_product.hpp"

namespace attn {

// Through y = x · w: d_x = d_y wᵀ, d_w = xᵀ d_y. x (T, m), w (m, n), d_y (T, n).
struct LinearGradients {
  Matrix x, w;
};
LinearGradients linear_gradients(const Matrix& x, const Matrix& w, const Matrix& d_y);

// Through layer_norm of each row, y = (x − mean) / s with s = √(variance + ε):
// d_x = (d_y − mean(d_y) − y · mean(y ∘ d_y)) / s. Ba, Kiros and Hinton, 2016 (arXiv 1607.06450).
Matrix layer_norm_gradient(const Matrix& x, const Matrix& d_y, double epsilon = 1e-5);

// Through max(0, x · up) · down: what is 0 passes nothing back.
struct FeedForwardGradients {
  Matrix x;             // (T, d_model)
  FeedForward weights;  // (d_model, d_ff), (d_ff, d_model)
};
FeedForwardGradients feed_forward_gradients(const Matrix& x, const FeedForward& weights,
                                            const Matrix& d_y);

// Through a lookup, row t of x being row tokens[t] of the table: rows that were looked up twice add
// up. (T, d) -> (vocabulary, d).
Matrix embedding_gradient(std::span<const Index> tokens, const Matrix& d_x, Index vocabulary);

// −ln softmax(logits)[target], in nats, averaged over the rows that have a target; its gradient is
// (softmax(logits) − one-hot) / rows. A row whose target is kNoTarget takes no part.
inline constexpr Index kNoTarget = static_cast<Index>(-1);
struct CrossEntropy {
  double loss = 0.0;
  Matrix d_logits;  // (T, vocabulary)
};
// Throws std::logic_error when there is not a target for each row.
CrossEntropy cross_entropy(const Matrix& logits, std::span<const Index> targets);

}  // namespace attn
