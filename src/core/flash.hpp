// How is attention computed without ever holding the T × S scores?
//
// Keys and values pass by in tiles, and a softmax keeps up with them. The algorithm is
// FlashAttention (Dao et al., 2022, arXiv 2205.14135) with the loops in the order of its second
// version (Dao, 2023, arXiv 2307.08691): a block of queries stays, tiles of keys pass. Its softmax
// is online (Milakov and Gimelshein, 2018, arXiv 1805.02867).
#pragma once

#include <functional>
#include <optional>

#include "core/tensor.hpp"

namespace attn {

// What a block of B queries knows after some of the keys.
struct OnlineSoftmax {
  Vector peaks;   // (B,)     m: the largest score so far, −∞ before the first
  Vector sums;    // (B,)     l: Σ exp(score − m)
  Matrix output;  // (B, d_v) o: Σ exp(score − m) · v, to be divided by l at the end
};

// One tile of C keys, taken in by a block of B queries.
struct Tile {
  Index first_query = 0, first_key = 0;
  Matrix scores;   // (B, C) scaled, −∞ where hidden
  Vector rescale;  // (B,)   exp(m before − m after): what sums and output are multiplied by
  Matrix exps;     // (B, C) exp(score − m after)
  OnlineSoftmax after;
};

struct FlashOptions {
  Index block = 64;  // queries in a block and keys in a tile; the last may hold less
  std::optional<double> scale = {};  // 1/√d_k unless given
  std::optional<Mask> mask = {};     // (T, S), true = hidden
  bool skip = true;                  // pass over a tile in which every score is hidden
  bool guarded = true;               // false: a row whose first tile is hidden becomes NaN
};

// q (T, d_k), k (S, d_k), v (S, d_v) -> (T, d_v). Equals attention(q, k, v).output for every block;
// a row with no key left is 0. `watch` sees every tile once it is taken in, which is the only place
// where a trace could be kept. Throws std::logic_error when shapes differ or a block is empty.
Matrix flash_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                       const FlashOptions& options = {},
                       const std::function<void(const Tile&)>& watch = {});

// The share of each tile that a mask leaves visible: 1 is computed whole, 0 is skipped.
// (T, S) -> (⌈T / block⌉, ⌈S / block⌉).
Matrix visible_share(const Mask& mask, Index block);

}  // namespace attn
