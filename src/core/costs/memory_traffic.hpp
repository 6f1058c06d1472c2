// How many numbers cross between slow memory and fast, for attention in one piece and in tiles?
//
// Counted exactly, for one head: a number counts as often as it is loaded or stored. Slow memory
// holds Q, K, V and the output; fast memory is what the arithmetic reaches (on a GPU, its on-chip
// SRAM). After Dao et al., 2022, arXiv 2205.14135: the naive way is their Algorithm 0, Θ(n·d + n²);
// tiles that fill a fast memory of M numbers take Θ(n²·d² / M) (Theorem 2).
#pragma once

#include "support/integer.hpp"

namespace attn {

// n queries and n keys. Each is at least 1 and at most 2^31 (so that no count overflows), and so is
// a block; the functions throw std::logic_error otherwise.
struct HeadShape {
  Integer tokens, d_k, d_v;
};

struct Traffic {
  Integer loads, stores;

  Integer total() const { return loads + stores; }
};

// Three passes, each from slow memory and back: scores = q · kᵀ, weights = softmax(scores),
// output = weights · v.
Traffic naive_traffic(const HeadShape& shape);

// The loops of core/flash: a block of queries is loaded once, the tiles of keys and values that it
// meets are loaded for it, its output is stored once. Causal: tiles wholly in the future are not.
Traffic flash_traffic(const HeadShape& shape, Integer block, bool causal = false);

// What flash keeps in fast memory at a time: a block each of queries and output, a tile each of
// keys and values, their scores, and the running maximum and sum of each row.
Integer flash_fast_memory(const HeadShape& shape, Integer block);

}  // namespace attn
