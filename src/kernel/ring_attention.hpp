// How do several ranks compute attention of a sequence that none of them holds?
//
// Ring attention (Liu, Zaharia and Abbeel, 2023, arXiv 2310.01889), as core/parallel/ring shows it,
// with the kernel on each rank, and keys and values on their way while it computes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ranks/ranks.hpp"

namespace attn::kernel {

class Workspace;

// Rows of a sequence that follow one another.
struct Piece {
  std::size_t first = 0, count = 0;
};

// Those of one of `ranks` ranks: the rank's piece of as many, or, in zigzag, pieces r and
// 2p − 1 − r of 2p.
std::vector<Piece> pieces_of(std::size_t n, std::size_t ranks, std::size_t rank, bool zigzag);

struct RingShape {
  std::size_t n = 0, heads = 1, kv_heads = 1, d_k = 0, d_v = 0;
};

struct RingOptions {
  std::size_t ranks = 0;  // how many take part, from 0 on; 0: all
  bool causal = false, zigzag = false;
  std::optional<float> scale = {}, softcap = {};
  Workspace* workspace = nullptr;
};

// What one rank did.
struct RingWork {
  double computing = 0.0, waiting = 0.0;  // seconds; waiting for what had not come yet
  double sent = 0.0;                      // bytes
  double scores = 0.0;                    // that were not hidden, over all heads
};

// A tensor of a rank holds, for each of its pieces, (heads, rows of the piece, width). q and output
// have `heads` heads, k and v have `kv_heads`. Every rank that takes part has to call it. The bits
// of the output do not depend on the number of threads. Throws std::logic_error when a span does
// not fit the shape.
RingWork ring_attention(Ranks& ranks, std::span<const float> q, std::span<const float> k,
                        std::span<const float> v, const RingShape& shape,
                        const RingOptions& options, std::span<float> output);

}  // namespace attn::kernel
