// What does attention cost? Bytes and operations, as exact whole numbers, from a model's shape.
#pragma once

#include "support/integer.hpp"

namespace attn {

// The sizes that decide the cost. Query heads share KV heads in groups of heads / kv_heads:
// MHA has as many KV heads as heads, MQA has one, GQA lies between.
struct AttentionShape {
  Integer batch = 1;         // sequences side by side
  Integer layers = 1;        // attention layers, one after another
  Integer heads = 1;         // query heads a layer
  Integer kv_heads = 1;      // key and value heads a layer; divides heads
  Integer head_dim = 64;     // d_k, and d_v
  Integer number_bytes = 4;  // of one stored number: 4 is float32
};

// All of these are exact for n tokens, n ≥ 0, and throw Error past 128 bits.

// Entries of one score matrix, n queries × n keys.
Integer score_entries(Integer n);

// One score matrix: one head, one layer, one sequence.
Integer score_bytes(const AttentionShape& shape, Integer n);

// The score matrices that exist at once when layers run one after another: batch × heads of them.
Integer layer_score_bytes(const AttentionShape& shape, Integer n);

// The score matrices of every layer: what the backward pass wants kept.
Integer all_score_bytes(const AttentionShape& shape, Integer n);

// Q, K, V and the output of one layer; K and V have kv_heads heads.
Integer qkvo_bytes(const AttentionShape& shape, Integer n);

// What flash attention keeps beside Q, K, V and the output of one layer: a running maximum and a
// running sum a query row and head, in float32 at least (Dao et al., 2022, arXiv 2205.14135).
Integer flash_state_bytes(const AttentionShape& shape, Integer n);

// The KV cache: keys and values of every layer, of all n tokens so far.
Integer kv_cache_bytes(const AttentionShape& shape, Integer n);

// Multiplications and additions of Q·Kᵀ and weights·V, every layer: 2 · n² · d_k each, every pair
// of tokens counted (a causal mask that is not skipped saves nothing).
Integer attention_operations(const AttentionShape& shape, Integer n);

// The same shape with a KV head for each head, and with one for all.
AttentionShape as_mha(AttentionShape shape);
AttentionShape as_mqa(AttentionShape shape);

// The whole part of √x, x ≥ 0: the largest n with c·n² within a budget is √(budget / c).
Integer integer_sqrt(Integer x);

}  // namespace attn
