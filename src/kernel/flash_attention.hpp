// How is attention computed as fast as the processor can multiply?
//
// The tiled algorithm of core/flash in float32: an online softmax (Milakov and Gimelshein, 2018,
// arXiv 1805.02867) over blocks of keys, FlashAttention-2's order of loops (Dao, 2023, arXiv
// 2307.08691), scores and output in tiles that stay in registers (tiles.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace attn::kernel {

class Workspace;
struct InstructionSet;

// Head h of the queries attends to KV head h · kv_heads / heads.
struct Shape {
  std::size_t heads = 1, kv_heads = 1;
  std::size_t queries = 0, keys = 0;
  std::size_t d_k = 0, d_v = 0;
};

// Which keys query i sees: all, those up to i + keys − queries (the last query sees all; a
// key-value cache needs this one), or those up to i + past.
enum class Causal { no, bottom_right, top_left };

// Numbers to add to scaled scores, that of query i and key j of head h at h · head_step +
// i · query_step + j · key_step; −∞ hides. A step of 0 stands for all; key_step is 0 or 1.
struct Mask {
  std::span<const float> values;
  std::size_t head_step = 0, query_step = 0, key_step = 0;
};

// m and Σ 2^(s − m) of each query, (heads, queries), where s are its scores times log2 e: what it
// takes to join outputs over some of the keys to one over all.
struct Sums {
  std::span<float> peaks, sums;
};

struct Options {
  Causal causal = Causal::no;
  std::size_t past = 0;                    // with top_left
  std::optional<std::size_t> window = {};  // with a causal mask: no more keys than these
  std::optional<float> scale = {};         // 1/√d_k unless given
  std::optional<float> softcap = {};       // C > 0: scaled scores become C · tanh(s / C)
  std::optional<Mask> mask = {};
  std::span<const float> sinks = {};  // (heads,): a score without key and value
  std::span<const float> empty = {};  // (kv_heads, d_v): see flash_attention
  std::optional<Sums> keep = {};
  unsigned threads = 0;                             // of this call; 0: one a processor
  Workspace* workspace = nullptr;                   // what one who calls often brings instead
  const InstructionSet* instruction_set = nullptr;  // the fastest unless given
};

// q (heads, queries, d_k), k (kv_heads, keys, d_k), v (kv_heads, keys, d_v), row-major
// -> output (heads, queries, d_v). Nothing of them is copied but the queries and the piece of the
// mask that are at work. A query that sees no key gets `empty`, or 0; a NaN in a key or value that
// a query does not see does not reach it. The bits depend on the instruction set, and not on the
// number of threads. Throws std::logic_error when a span does not fit the shape, kv_heads does not
// divide heads, or a window has no causal mask.
void flash_attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
                     const Shape& shape, const Options& options, std::span<float> output);

// The same with new memory for the output, whose pages are then touched for the first time: one who
// calls often passes memory that stays.
std::vector<float> flash_attention(std::span<const float> q, std::span<const float> k,
                                   std::span<const float> v, const Shape& shape,
                                   const Options& options = {});

}  // namespace attn::kernel
