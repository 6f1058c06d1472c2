// Scaled dot-product attention, with every step kept.
#pragma once

#include <optional>

#include "core/softmax.hpp"
#include "core/tensor.hpp"

namespace attn {

// Vaswani et al., 2017 (arXiv 1706.03762), equation 1. T queries, S keys.
struct Attention {
  double scale = 1.0;  // what scores are multiplied by
  Matrix scores;       // (T, S)   q · kᵀ
  Matrix scaled;       // (T, S)   scores · scale
  Matrix visible;      // (T, S)   scaled, −∞ where hidden
  Matrix weights;      // (T, S)   softmax of visible, along the row
  Matrix output;       // (T, d_v) weights · v
};

struct AttentionOptions {
  std::optional<double> scale = {};  // 1/√d_k unless given
  std::optional<Mask> mask = {};     // (T, S), true = hidden
  EmptyRow empty_row = EmptyRow::zero;
};

// q (T, d_k), k (S, d_k), v (S, d_v). Throws std::logic_error when widths or lengths differ.
Attention attention(const Matrix& q, const Matrix& k, const Matrix& v,
                    const AttentionOptions& options = {});

// Σ_j weights[i][j] · v[j], (T, S) × (S, d_v) -> (T, d_v). A key of weight 0 takes no part, so that
// a NaN in a hidden value does not reach the output (0 · NaN is NaN).
Matrix weighted_sum(const Matrix& weights, const Matrix& v);

}  // namespace attn
