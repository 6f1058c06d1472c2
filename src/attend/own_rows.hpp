// What do ranks still do together once each has its rows of the output?
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attend/across_ranks.hpp"
#include "kernel/ring_attention.hpp"

namespace attn {

// Of one rank: of each of its pieces (heads, rows, width).
struct OwnRows {
  std::span<const kernel::Piece> pieces;
  std::span<const float> q, k, v, output;
};

// How far some rows, from the first to the last, lie from sums in float64 over the keys of all
// ranks. Every rank calls it, and gets the same.
KernelError error_across_ranks(Ranks& ranks, const AcrossRanks& shape, const AttendOptions& options,
                               const OwnRows& own);

// Each rank's own rows of the output, (n, heads·d_v) in float32, into one .npy file. Throws
// AgreedError when one of them cannot write: the file is then what it was.
void write_across_ranks(Ranks& ranks, const AcrossRanks& shape, const OwnRows& own,
                        const std::string& path);

}  // namespace attn
