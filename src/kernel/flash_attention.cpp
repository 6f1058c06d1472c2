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

// How many numbers a mask of this shape reaches over.
Size reach_of(const Mask& mask, const Shape& s) {
  if (s.heads == 0 || s.queries == 0 || s.keys == 0) return 0;
  return (s.heads - 1) * mask.head_step + (s.queries - 1) * mask.query_step +
         (s.keys - 1) * mask.key_step + 1;
}

void check(const Options& o, const Shape& s) {
  if (o.window && (o.causal == Causal::no || *o.window == 0)) {
    throw std::logic_error("flash_attention: a window needs a causal mask, and a key");
  }
  const auto fits = [](Size found, Size wanted) { return found == 0 || found == wanted; };
  const bool mask_fits =
      !o.mask || (o.mask->key_step <= 1 && reach_of(*o.mask, s) <= o.mask->values.size());
  if (!mask_fits || !fits(o.sinks.size(), s.heads) || !fits(o.empty.size(), s.kv_heads * s.d_v)) {
    throw std::logic_error("flash_attention: an option does not fit the shape");
  }
  if (o.keep &&
      (o.keep->peaks.size() != s.heads * s.queries || o.keep->sums.size() != s.heads * s.queries)) {
    throw std::logic_error("flash_attention: a number for each query is to be kept");
  }
}

// What is computed, once single queries have become those of one head.
struct Task {
  std::span<const float> q, k, v;
  Shape shape;
  Options options;
  std::span<float> output;
  Size sinks_of_head = 1;  // 1: one for all its queries
};

// A single query sees what the last one does. The single queries of heads that share keys and
// values, as in decoding, are computed as queries of one head, side by side, and read them once.
void take_single_queries_together(Task& task) {
  Shape& s = task.shape;
  Options& o = task.options;
  if (s.queries == 1 && o.causal == Causal::bottom_right && !o.window) o.causal = Causal::no;
  if (s.queries != 1 || o.causal != Causal::no) return;
  s.queries = s.heads / s.kv_heads;
  s.heads = s.kv_heads;
  task.sinks_of_head = s.queries;
  if (!o.mask) return;
  o.mask->query_step = o.mask->head_step;
  o.mask->head_step *= s.queries;
}

// Queries of a head that a thread takes at once: as many as a block may have, so that they share
// the keys in the cache, but such that threads with equal work take equally many blocks.
Size block_size(const Shape& shape, Size lanes, Size threads) {
  constexpr Size kTurns = 4;  // at least; one who comes late then misses little
  const Size vectors = std::max<Size>(shape.heads * parts(shape.queries, lanes), 1);
  const Size turns = std::max(kTurns, parts(vectors * lanes, threads * kQueryBlock));
  return std::min(parts(vectors, threads * turns) * lanes, kQueryBlock);
}

constexpr double kLog2E = 1.4426950408889634;

float scale_of(const Shape& shape, const Options& options) {
  double scale =
      options.scale ? double{*options.scale} : 1.0 / std::sqrt(static_cast<double>(shape.d_k));
  if (options.softcap) scale *= 2.0 / double{*options.softcap};
  return static_cast<float>(scale * kLog2E);
}

// Keys that a query sees.
std::ptrdiff_t visible(const Task& task, Size query) {
  const auto keys = static_cast<std::ptrdiff_t>(task.shape.keys);
  const auto seen = static_cast<std::ptrdiff_t>(query) + 1;
  switch (task.options.causal) {
    case Causal::no:
      return keys;
    case Causal::top_left:
      return seen + static_cast<std::ptrdiff_t>(task.options.past);
    case Causal::bottom_right:
      break;
  }
  return seen + keys - static_cast<std::ptrdiff_t>(task.shape.queries);
}

bool is_varied(const Options& o) {
  return o.window || o.softcap || o.mask || !o.sinks.empty() || !o.empty.empty();
}

// Of queries of a head from `first` on.
Variant variant_of(const Task& task, Size head, Size kv_head, Size first) {
  const Options& o = task.options;
  Variant variant;
  if (o.softcap) variant.softcap = static_cast<float>(double{*o.softcap} * kLog2E);
  // One that reaches over everything hides nothing, and its width may not fit a signed number.
  const Size everything = task.shape.queries + task.shape.keys + o.past;
  if (o.window && *o.window < everything) variant.window = static_cast<std::ptrdiff_t>(*o.window);
  if (o.mask && task.shape.keys > 0) {
    variant.mask = o.mask->values.data() + head * o.mask->head_step + first * o.mask->query_step;
    variant.mask_query_step = o.mask->query_step;
    variant.mask_key_step = o.mask->key_step;
  }
  if (!o.sinks.empty()) {
    variant.sink_step = task.sinks_of_head > 1 ? 1 : 0;
    variant.sinks = o.sinks.data() + head * task.sinks_of_head + first * variant.sink_step;
  }
  if (!o.empty.empty()) variant.empty = o.empty.data() + kv_head * task.shape.d_v;
  return variant;
}

void attend(const Task& task, const InstructionSet& set, Size head, Size first, Size count,
            float* scratch) {
  const Shape& s = task.shape;
  const Size kv_head = head / (s.heads / s.kv_heads), query = head * s.queries + first;
  const Variant variant = variant_of(task, head, kv_head, first);
  const std::optional<Sums>& keep = task.options.keep;
  set.attend({.queries = task.q.data() + query * s.d_k,
              .keys = task.k.data() + kv_head * s.keys * s.d_k,
              .values = task.v.data() + kv_head * s.keys * s.d_v,
              .output = task.output.data() + query * s.d_v,
              .query_count = count,
              .key_count = s.keys,
              .d_k = s.d_k,
              .d_v = s.d_v,
              .visible = visible(task, first),
              .causal = task.options.causal != Causal::no,
              .scale = scale_of(s, task.options),
              .peaks = keep ? keep->peaks.data() + query : nullptr,
              .sums = keep ? keep->sums.data() + query : nullptr,
              .variant = is_varied(task.options) ? &variant : nullptr},
             scratch);
}

}  // namespace

void flash_attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
                     const Shape& stated, const Options& options, std::span<float> output) {
  check(q, k, v, stated, output);
  check(options, stated);
  Task task{q, k, v, stated, options, output};
  take_single_queries_together(task);
  const Shape& shape = task.shape;
  const InstructionSet& set =
      options.instruction_set ? *options.instruction_set : *instruction_sets().front();
  std::optional<Workspace> own;
  Workspace& workspace = options.workspace ? *options.workspace : own.emplace(options.threads);
  const Size most = block_size(shape, set.lanes, workspace.threads());
  const Size blocks = parts(shape.queries, most), items = shape.heads * blocks;

  // Work is handed out piece by piece, so that any number of threads, however late, share it
  // evenly: head after head, so that its keys stay in the cache; of each the longest blocks first,
  // which with a causal mask are the last queries.
  std::atomic<Size> next = 0;
  workspace.run(std::min(items, workspace.threads()), set.scratch_size(shape.d_k, shape.d_v),
                [&](float* scratch) {
                  for (Size item = next++; item < items; item = next++) {
                    const Size turn = item % blocks;
                    const Size block = task.options.causal == Causal::no ? turn : blocks - 1 - turn;
                    attend(task, set, item / blocks, block * most,
                           std::min(most, shape.queries - block * most), scratch);
                  }
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
