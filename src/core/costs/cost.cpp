#include "core/costs/cost.hpp"

#include <algorithm>
#include <initializer_list>

namespace attn {

namespace {

Integer exact_product(std::initializer_list<Integer> factors) {
  Integer result = 1;
  for (const Integer factor : factors) result = checked_multiply(result, factor);
  return result;
}

}  // namespace

Integer score_entries(Integer n) { return exact_product({n, n}); }

Integer score_bytes(const AttentionShape& shape, Integer n) {
  return exact_product({n, n, shape.number_bytes});
}

Integer layer_score_bytes(const AttentionShape& shape, Integer n) {
  return exact_product({shape.batch, shape.heads, n, n, shape.number_bytes});
}

Integer all_score_bytes(const AttentionShape& shape, Integer n) {
  return exact_product({shape.layers, shape.batch, shape.heads, n, n, shape.number_bytes});
}

Integer qkvo_bytes(const AttentionShape& shape, Integer n) {
  const Integer heads_held = checked_add(exact_product({2, shape.heads}),      // Q and output
                                         exact_product({2, shape.kv_heads}));  // K and V
  return exact_product({shape.batch, n, heads_held, shape.head_dim, shape.number_bytes});
}

Integer flash_state_bytes(const AttentionShape& shape, Integer n) {
  const Integer state_bytes = std::max(Integer{4}, shape.number_bytes);
  return exact_product({2, shape.batch, shape.heads, n, state_bytes});
}

Integer kv_cache_bytes(const AttentionShape& shape, Integer n) {
  return exact_product(
      {2, shape.batch, shape.layers, shape.kv_heads, shape.head_dim, n, shape.number_bytes});
}

Integer attention_operations(const AttentionShape& shape, Integer n) {
  return exact_product({4, shape.batch, shape.layers, shape.heads, n, n, shape.head_dim});
}

AttentionShape as_mha(AttentionShape shape) {
  shape.kv_heads = shape.heads;
  return shape;
}

AttentionShape as_mqa(AttentionShape shape) {
  shape.kv_heads = 1;
  return shape;
}

Integer integer_sqrt(Integer x) {
  Integer root = 0;
  // From the highest bit that a root of 127 bits can have; dividing keeps the square from
  // overflowing.
  for (Integer bit = Integer{1} << 63; bit > 0; bit >>= 1) {
    const Integer candidate = root + bit;
    if (candidate <= x / candidate) root = candidate;
  }
  return root;
}

}  // namespace attn
