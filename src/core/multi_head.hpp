// How do several heads attend side by side and become one output?
#pragma once

#include <vector>

#include "core/attention.hpp"

namespace attn {

// Vaswani et al., 2017 (arXiv 1706.03762), section 3.2.2. T queries, h heads.
struct MultiHead {
  std::vector<Attention> heads;  // each on its own components
  Matrix joined;                 // (T, h·d_v) their outputs side by side
  Matrix output;                 // (T, d_model) joined · w_o
};

// q (T, h·d_k); k (S, g·d_k), v (S, g·d_v) with g KV heads, of which h / g neighbouring query heads
// share one; w_o (h·d_v, d_model). Throws std::logic_error when shapes do not fit.
MultiHead multi_head_attention(const Matrix& q, const Matrix& k, const Matrix& v, const Matrix& w_o,
                               Index heads, Index kv_heads, const AttentionOptions& options = {});

// What head i adds to the output, (T, d_model): its part of the joined outputs times its rows of
// w_o. The parts of all heads add up to the output.
Matrix head_part(const MultiHead& joint, const Matrix& w_o, Index head);

// (m, h·d) -> (m, g·d): each KV head the mean of the heads that are to share it, which is how a
// trained model is converted (Ainslie et al., 2023, arXiv 2305.13245, section 2.1).
Matrix pooled_heads(const Matrix& m, Index heads, Index kv_heads);

// (m, g·d) -> (m, h·d): each KV head written out for every query head that reads it.
Matrix repeated_heads(const Matrix& m, Index heads, Index kv_heads);

}  // namespace attn
