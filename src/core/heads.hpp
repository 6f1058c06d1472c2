// How does one wide matrix hold several heads, and which keys does each of them read?
#pragma once

#include <span>
#include <vector>

#include "core/tensor.hpp"

namespace attn {

using Batch = xt::xtensor<double, 4>;  // (batch, heads, T, d)

// `count` rows of one head of one sequence, from the row `first` on: (count, d).
Matrix head_rows(const Batch& batch, Index sequence, Index head, Index first, Index count);
inline Matrix head_of(const Batch& batch, Index sequence, Index head) {
  return head_rows(batch, sequence, head, 0, batch.shape(2));
}

// (T, h·d) -> h matrices (T, d): head i is columns i·d … i·d + d − 1.
// Throws std::logic_error when h is 0 or does not divide the width.
std::vector<Matrix> split_heads(const Matrix& m, Index heads);

// The inverse: h matrices (T, d), side by side -> (T, h·d).
// Throws std::logic_error when there is none, or their shapes differ.
Matrix join_heads(std::span<const Matrix> heads);

// Which of the key-value heads a query head reads when several share one: neighbours do. As many as
// query heads is multi-head attention, 1 is multi-query attention (Shazeer, 2019, arXiv
// 1911.02150), between them grouped-query attention (Ainslie et al., 2023, arXiv 2305.13245).
// Throws std::logic_error when the key-value heads do not divide the query heads.
Index kv_head_of(Index query_head, Index query_heads, Index kv_heads);

}  // namespace attn
