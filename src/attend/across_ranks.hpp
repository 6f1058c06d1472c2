// How is attention computed on tensors that no single process holds?
//
// mpirun has started several. Each reads its own rows of the reader's .npy files, they pass keys
// and values round (kernel/ring_attention), and each writes its own rows of the output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attend/kernel_output.hpp"
#include "attend/problem.hpp"
#include "ranks/ranks.hpp"

namespace attn {

// What is not for ranks throws Error before any file is read: they take .npy files of (T, heads·d),
// in float32, and of all conventions --causal, --scale, --softcap and heads.
void refuse_across_ranks(const TensorOptions& options);

// What one rank has.
struct RankShare {
  std::vector<Index> rows = {};  // first and last of each of its pieces
  double numbers = 0.0;          // of queries, keys and values
  double sent = 0.0;             // bytes
};

struct AcrossRanks {
  Index n = 0, heads = 1, kv_heads = 1, d_k = 0, d_v = 0;
  std::vector<RankShare> ranks = {};
  KernelError error = {};  // of some rows, against sums in float64
  std::optional<std::string> saved = {};
};

// Every rank calls it, and gets the same. Throws AgreedError for what is wrong with files or shapes
// on any of them, and when the output cannot be written: nothing of it is then left.
AcrossRanks attend_across_ranks(Ranks& ranks, const TensorOptions& options);

}  // namespace attn
