#include "core/heads.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn {

Matrix head_rows(const Batch& batch, Index sequence, Index head, Index first, Index count) {
  return xt::view(batch, sequence, head, xt::range(first, first + count), xt::all());
}

std::vector<Matrix> split_heads(const Matrix& m, Index heads) {
  if (heads == 0 || columns(m) % heads != 0) {
    throw std::logic_error("split_heads: the heads do not divide the width");
  }
  const Index width = columns(m) / heads;
  std::vector<Matrix> parts;
  for (Index h = 0; h < heads; ++h) {
    parts.emplace_back(xt::view(m, xt::all(), xt::range(h * width, (h + 1) * width)));
  }
  return parts;
}

Matrix join_heads(std::span<const Matrix> heads) {
  if (heads.empty()) throw std::logic_error("join_heads: no heads");
  const Index count = rows(heads[0]), width = columns(heads[0]);
  Matrix joined = xt::empty<double>({count, heads.size() * width});
  for (Index h = 0; h < heads.size(); ++h) {
    if (heads[h].shape() != heads[0].shape()) throw std::logic_error("join_heads: shapes differ");
    for (Index i = 0; i < count; ++i) {
      std::ranges::copy(row(heads[h], i), joined.data() + i * columns(joined) + h * width);
    }
  }
  return joined;
}

Index kv_head_of(Index query_head, Index query_heads, Index kv_heads) {
  if (kv_heads == 0 || query_heads % kv_heads != 0) {
    throw std::logic_error("kv_head_of: the key-value heads do not divide the query heads");
  }
  return query_head / (query_heads / kv_heads);
}

}  // namespace attn
