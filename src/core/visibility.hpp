// Which keys may a query see, when there is a cache, a window, or padding at the end?
#pragma once

#include <optional>

#include "core/mask.hpp"

namespace attn {

// Every query has a place among the keys, and a causal mask hides what lies beyond it.
struct Visibility {
  bool causal = false;
  Align align = Align::bottom_right;
  std::optional<Index> window = {};  // ≥ 1: causal, and that many keys, the query's own included
  std::optional<Index> kv_len = {};  // keys from this one on are padding
  Index past = 0;                    // keys of a cache, before the first new one
};

// Where the first query stands; query i is i further. Bottom-right puts the last query on the last
// key that is not padding, as FlashAttention does, so this is negative where there are more queries
// than keys. Top-left puts the first query on the first new key: on key 0 as PyTorch's is_causal
// does, and after the cache as ONNX does.
std::ptrdiff_t first_place(const Visibility& visibility, Index queries, Index keys);

// Queries first … first + count − 1 of `queries`: (count, keys), true = hidden.
Mask hidden_keys(const Visibility& visibility, Index queries, Index keys, Index first, Index count);

}  // namespace attn
