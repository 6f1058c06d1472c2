// How does a loss move when queries, keys and values do? The way back through attention.
//
// `d_x` stands for ∂loss/∂x everywhere, and has the shape of x. Backpropagation: Rumelhart, Hinton
// and Williams, 1986; the formulas are the derivatives of Vaswani et al., 2017 (arXiv 1706.03762),
// equation 1.
#pragma once

#include "core/attention.hpp"
#include "core/ordered_product.hpp"

namespace attn {

// Through softmax along each row, from its weights A: d_S = A ∘ (d_A − Σ_k d_A_k A_k), (T, S).
// Where one weight is near 1 and the others near 0, every entry is near 0, whatever d_A is. A
// hidden score has weight 0 and receives 0.
Matrix softmax_gradient(const Matrix& weights, const Matrix& d_weights);

struct AttentionGradients {
  Matrix q, k, v;  // as the operands: (T, d_k), (S, d_k), (S, d_v)
  Matrix weights;  // (T, S) d_O · Vᵀ
  Matrix scaled;   // (T, S) through the softmax, and so through the mask
  Matrix scores;   // (T, S) scale · scaled
};

// Through output = softmax(scale · Q Kᵀ) V: d_V = Aᵀ d_O, d_Q = d_scores K, d_K = d_scoresᵀ Q.
// Throws std::logic_error when shapes do not fit.
AttentionGradients attention_gradients(const Matrix& q, const Matrix& k, const Matrix& v,
                                       const Matrix& weights, double scale, const Matrix& d_output);

}  // namespace attn
