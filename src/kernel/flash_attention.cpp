#include "kernel/flash_attention.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "kernel/instruction_set.hpp"
#include "kernel/workspace.hpp"

namespace attn::kernel {

namespace {

using Size = std::size_t;

constexpr Size parts(Size whole, Size part) { return (whole + part - 1) / part; }

void check(std::span<const float> q, std::span<const float> k, std::span<const float> v,
           const Shape& s, std::span<const float> output) {
  if (s.kv_heads == 0 || s.heads % s.kv_heads != 0) {
    throw std::logic_error("flash_attention: kv_heads has to divide heads");
  }
  if (q.size() != s.heads * s.queries * s.d_k || k.size() != s.kv_heads * s.keys * s.d_k ||
      v.size() != s.kv_heads * s.keys * s.d_v || output.size() != s.heads * s.queries * s.d_v) {
    throw std::logic_error("flash_attention: a tensor does not have the shape that is stated");
  }
}

// A single query of each head, as in decoding: the heads that share keys and values are computed as
// queries of one head, side by side, and read them once.
Shape with_groups_as_queries(Shape s, Causal causal) {
  if (s.queries != 1 || causal == Causal::top_left) return s;
  s.queries = s.heads / s.kv_heads;
  s.heads = s.kv_heads;
  return s;
}

// Queries of a head that a thread takes at once: as many as a block may have, so that they share
// the keys in the cache, but such that threads with equal work take equally many blocks.
Size block_size(const Shape& shape, Size lanes, Size threads) {
  constexpr Size kTurns = 4;  // at least; one who comes late then misses little
  const Size vectors = std::max<Size>(shape.heads * parts(shape.queries, lanes), 1);
  const Size turns = std::max(kTurns, parts(vectors * lanes, threads * kQueryBlock));
  return std::min(parts(vectors, threads * turns) * lanes, kQueryBlock);
}

float scale_of(const Shape& shape, const Options& options) {
  constexpr double kLog2E = 1.4426950408889634;
  const double scale =
      options.scale ? double{*options.scale} : 1.0 / std::sqrt(static_cast<double>(shape.d_k));
  return static_cast<float>(scale * kLog2E);
}

// Keys that a query sees.
std::ptrdiff_t visible(const Shape& shape, Causal causal, Size query) {
  const auto keys = static_cast<std::ptrdiff_t>(shape.keys);
  if (causal == Causal::no) return keys;
  const auto seen = static_cast<std::ptrdiff_t>(query) + 1;
  if (causal == Causal::top_left) return seen;
  return seen + keys - static_cast<std::ptrdiff_t>(shape.queries);
}

}  // namespace

void flash_attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
                     const Shape& stated, const Options& options, std::span<float> output) {
  check(q, k, v, stated, output);
  const Causal causal = stated.queries == 1 && options.causal == Causal::bottom_right
                            ? Causal::no  // the last query sees all
                            : options.causal;
  const Shape shape = with_groups_as_queries(stated, causal);
  const InstructionSet& set =
      options.instruction_set ? *options.instruction_set : *instruction_sets().front();
  std::optional<Workspace> own;
  Workspace& workspace = options.workspace ? *options.workspace : own.emplace(options.threads);
  const Size most = block_size(shape, set.lanes, workspace.threads());
  const Size blocks = parts(shape.queries, most), items = shape.heads * blocks;
  const float scale = scale_of(shape, options);

  // Head after head, so that its keys stay in the cache; of each the longest blocks first, which
  // with a causal mask are the last queries.
  const auto attend = [&](Size item, float* scratch) {
    const Size head = item / blocks, turn = item % blocks;
    const Size kv_head = head / (shape.heads / shape.kv_heads);
    const Size first = (causal == Causal::no ? turn : blocks - 1 - turn) * most;
    set.attend({.queries = q.data() + (head * shape.queries + first) * shape.d_k,
                .keys = k.data() + kv_head * shape.keys * shape.d_k,
                .values = v.data() + kv_head * shape.keys * shape.d_v,
                .output = output.data() + (head * shape.queries + first) * shape.d_v,
                .query_count = std::min(most, shape.queries - first),
                .key_count = shape.keys,
                .d_k = shape.d_k,
                .d_v = shape.d_v,
                .visible = visible(shape, causal, first),
                .causal = causal != Causal::no,
                .scale = scale},
               scratch);
  };

  // Work is handed out piece by piece, so that any number of threads, however late, share it
  // evenly.
  std::atomic<Size> next = 0;
  workspace.run(std::min(items, workspace.threads()), set.scratch_size(shape.d_k, shape.d_v),
                [&](float* scratch) {
                  for (Size item = next++; item < items; item = next++) attend(item, scratch);
                });
}

std::vector<float> flash_attention(std::span<const float> q, std::span<const float> k,
                                   std::span<const float> v, const Shape& shape,
                                   const Options& options) {
  std::vector<float> output(shape.heads * shape.queries * shape.d_v);
  flash_attention(q, k, v, shape, options, output);
  return output;
}

}  // namespace attn::kernel
