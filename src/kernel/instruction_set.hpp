// Which vector instructions does this processor have, and what is written in them?
#pragma once

#include <cstddef>
#include <span>

namespace attn::kernel {

// In what attention may differ from softmax(q·kᵀ)·v. Steps are 0 where all have the same.
struct Variant {
  float softcap = 0.0F;         // C · log2 e, for scores that are scaled by 2 log2 e / C; 0: none
  std::ptrdiff_t window = 0;    // keys that a query sees, its own included; 0: all up to there
  const float* mask = nullptr;  // added to scaled scores, −∞ hides; of the first query and key
  std::size_t mask_query_step = 0, mask_key_step = 0;
  const float* sinks = nullptr;  // a score of each query without key and value; −∞: none
  std::size_t sink_step = 0;
  const float* empty = nullptr;  // (d_v,) output of a query that sees nothing; 0 unless given
};

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
  float* peaks;            // (query_count,) m, and Σ 2^(s − m) of such scores s; null: not asked
  float* sums;
  const Variant* variant;  // null: none of that
};

// The work of a block of queries, piled up: each of these includes those before it. The last is all
// of it; the others use one block of keys again and again, so that it comes from the nearest cache.
enum class Part {
  packing,       // queries into lanes, output out of them
  products,      // queries with keys, weights with values
  exponentials,  // the softmax between them
  memory         // keys and values from where they lie
};

// The same functions, compiled for one set of instructions.
struct InstructionSet {
  const char* name;
  std::size_t lanes;  // floats in a vector, and queries that are computed side by side

  // At most kQueryBlock queries. `scratch` is aligned to kAlignment and holds scratch_size floats.
  void (*attend)(const QueryBlock& block, float* scratch);
  std::size_t (*scratch_size)(std::size_t d_k, std::size_t d_v);

  // As `attend`, of queries that see all keys; what comes out means nothing before the last part.
  void (*attend_in_part)(const QueryBlock& block, Part part, float* scratch);

  // A row of scores becomes weights, in place.
  void (*softmax)(float* row, std::size_t count);
  // The sum of some floats, in any order.
  float (*sum)(const float* x, std::size_t count);

  // Multiply-adds between registers alone; returns how many floating-point operations they were.
  double (*multiply_adds)(std::size_t rounds);
};

inline constexpr std::size_t kQueryBlock = 192;
inline constexpr std::size_t kAlignment = 64;  // bytes; a cache line, and the widest vector

// Those that compiler and processor both have, the fastest first; the last, in plain C++, always.
std::span<const InstructionSet* const> instruction_sets();

}  // namespace attn::kernel
