// Which vector instructions does this processor have, and what is written in them?
#pragma once

#include <cstddef>
#include <span>

namespace attn::kernel {

// Some queries of one head, and the keys and values that they attend to.
struct QueryBlock {
  const float* queries;  // (query_count, d_k)
  const float* keys;     // (key_count, d_k)
  const float* values;   // (key_count, d_v)
  float* output;         // (query_count, d_v)
  std::size_t query_count, key_count, d_k, d_v;
  std::ptrdiff_t visible;  // keys that the first query sees, at most key_count; may be negative
  bool causal;             // each query sees one key more than the one before
  float scale;             // of the scores, for a softmax in powers of 2
};

// The same functions, compiled for one set of instructions.
struct InstructionSet {
  const char* name;
  std::size_t lanes;  // floats in a vector, and queries that are computed side by side

  // At most kQueryBlock queries. `scratch` is aligned to kAlignment and holds scratch_size floats.
  void (*attend)(const QueryBlock& block, float* scratch);
  std::size_t (*scratch_size)(std::size_t d_k, std::size_t d_v);

  // Multiply-adds between registers alone; returns how many floating-point operations they were.
  double (*multiply_adds)(std::size_t rounds);
};

inline constexpr std::size_t kQueryBlock = 192;
inline constexpr std::size_t kAlignment = 64;  // bytes; a cache line, and the widest vector

// Those that compiler and processor both have, the fastest first; the last, in plain C++, always.
std::span<const InstructionSet* const> instruction_sets();

}  // namespace attn::kernel
