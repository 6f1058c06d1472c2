#include "core/multi_head.hpp"

#include <stdexcept>

#include "core/heads.hpp"

namespace attn {

MultiHead multi_head_attention(const Matrix& q, const Matrix& k, const Matrix& v, const Matrix& w_o,
                               Index heads, Index kv_heads, const AttentionOptions& options) {
  const std::vector<Matrix> queries = split_heads(q, heads), keys = split_heads(k, kv_heads),
                            values = split_heads(v, kv_heads);
  MultiHead result;
  std::vector<Matrix> outputs;
  for (Index h = 0; h < heads; ++h) {
    const Index shared = kv_head_of(h, heads, kv_heads);
    result.heads.push_back(attention(queries[h], keys[shared], values[shared], options));
    outputs.push_back(result.heads.back().output);
  }
  result.joined = join_heads(outputs);
  result.output = product(result.joined, w_o);
  return result;
}

Matrix head_part(const MultiHead& joint, const Matrix& w_o, Index head) {
  const Matrix& output = joint.heads.at(head).output;
  const Index width = columns(output);
  const Matrix own_rows = xt::view(w_o, xt::range(head * width, (head + 1) * width), xt::all());
  return product(output, own_rows);
}

Matrix pooled_heads(const Matrix& m, Index heads, Index kv_heads) {
  const std::vector<Matrix> split = split_heads(m, heads);
  const double group = static_cast<double>(heads / kv_heads);
  std::vector<Matrix> pooled(kv_heads, xt::zeros_like(split.front()));
  for (Index h = 0; h < heads; ++h) pooled[kv_head_of(h, heads, kv_heads)] += split[h] / group;
  return join_heads(pooled);
}

Matrix repeated_heads(const Matrix& m, Index heads, Index kv_heads) {
  const std::vector<Matrix> split = split_heads(m, kv_heads);
  std::vector<Matrix> repeated;
  for (Index h = 0; h < heads; ++h) repeated.push_back(split[kv_head_of(h, heads, kv_heads)]);
  return join_heads(repeated);
}

}  // namespace attn
