// How do several ranks compute attention when none of them holds all the keys?
//
// Ring attention (Liu, Zaharia and Abbeel, 2023, arXiv 2310.01889): each rank keeps its queries,
// and keys and values go round. A rank is a process with memory of its own; here they are
// simulated, one after another, and everything that one of them sends is noted.
#pragma once

#include <vector>

#include "core/flash.hpp"

namespace attn {

// Which rows of the sequence a rank has: rank r of p has the r-th of p pieces, or, in zigzag,
// pieces r and 2p − 1 − r of 2p (Dubey et al., 2024, arXiv 2407.21783, section 3.3.2).
enum class Dealing { in_order, zigzag };

// Ascending; pieces differ by a row where their number does not divide n. Throws std::logic_error
// unless rank < ranks.
std::vector<Index> rows_dealt(Index n, Index ranks, Index rank, Dealing dealing);

// What is known after both: m = max(m₁, m₂), and sums and outputs are rescaled to it and added.
// Throws std::logic_error when shapes differ.
OnlineSoftmax joined(const OnlineSoftmax& one, const OnlineSoftmax& two);

// What a rank does with the keys and values that are with it.
struct RingStep {
  Index step = 0, rank = 0, source = 0;  // source: the rank that they came from
  Index scores = 0;                      // that are not hidden; none: nothing is computed
  OnlineSoftmax part, after;             // of these keys alone, and of all that have been there
};

// Keys and values on their way from one rank to the next, while the step is computed.
struct RingMessage {
  Index step = 0, from = 0, to = 0, source = 0, numbers = 0;
};

struct RingRun {
  std::vector<RingStep> steps;  // step after step, of each all ranks
  std::vector<RingMessage> messages;
  Matrix output;  // (n, d_v), in the order of the sequence
};

struct RingOptions {
  Index ranks = 4;
  Dealing dealing = Dealing::in_order;
  bool causal = false;
};

// q (n, d_k), k (n, d_k), v (n, d_v); scores are scaled by 1/√d_k. Equals attention(q, k,
// v).output. Throws std::logic_error when lengths differ or there are no ranks.
RingRun ring_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                       const RingOptions& options);

}  // namespace attn
