#include "kernel/attention.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "kernel/buffer.hpp"
#include "kernel/crew.hpp"
#include "kernel/instruction_set.hpp"
#include "kernel/packing.hpp"

namespace attn::kernel {

namespace {

using Size = std::size_t;

constexpr Size kPackedAtOnce = 256;  // keys; a multiple of every panel

constexpr Size parts(Size whole, Size part) { return (whole + part - 1) / part; }

constexpr Size kGranule = 12;  // queries; the rows of every tile divide it

// Queries that a thread takes at once: many, so that they share the keys in the cache, but not so
// many that one thread still works when the others have nothing left.
Size block_of(const Shape& shape, Size threads) {
  constexpr Size kTurns = 8;
  const Size share = parts(shape.heads * shape.queries, threads * kTurns);
  return std::min(kQueryBlock, parts(std::max<Size>(share, 1), kGranule) * kGranule);
}

// Threads for one call: no more than have something to do.
Size hands(const Shape& shape, unsigned asked) {
  return std::clamp<Size>(parts(shape.heads * shape.queries, kGranule), 1, thread_count(asked));
}

void check(std::span<const float> q, std::span<const float> k, std::span<const float> v,
           const Shape& s) {
  if (s.kv_heads == 0 || s.heads % s.kv_heads != 0) {
    throw std::logic_error("attention: kv_heads has to divide heads");
  }
  if (q.size() != s.heads * s.queries * s.d_k || k.size() != s.kv_heads * s.keys * s.d_k ||
      v.size() != s.kv_heads * s.keys * s.d_v) {
    throw std::logic_error("attention: a tensor does not have the shape that is stated");
  }
}

// Everything that the threads share.
class Attention {
 public:
  Attention(std::span<const float> q, std::span<const float> k, std::span<const float> v,
            const Shape& shape, const Options& options, Size threads, std::vector<float>& output)
      : q_(q.data()),
        k_(k.data()),
        v_(v.data()),
        shape_(shape),
        options_(options),
        set_(options.instruction_set ? *options.instruction_set : *instruction_sets().front()),
        chunks_(parts(shape.keys, kPackedAtOnce)),
        block_(block_of(shape, threads)),
        blocks_(parts(shape.queries, block_)),
        keys_stride_(parts(shape.keys, set_.panel) * set_.panel * shape.d_k),
        values_stride_(parts(shape.d_v, set_.panel) * set_.panel * shape.keys),
        keys_(shape.kv_heads * keys_stride_),
        values_(shape.kv_heads * values_stride_),
        output_(output.data()) {}

  Size scratch_size() const { return set_.scratch_size(shape_.d_k, shape_.d_v); }
  Size items() const { return shape_.heads * blocks_; }

  // What each thread does: keys and values are packed, then met. Work is handed out piece by piece,
  // so that any number of threads, however late, share it evenly.
  void take_part(float* scratch) {
    const Size chunks = shape_.kv_heads * chunks_;
    for (Size i = next_chunk_++; i < chunks; i = next_chunk_++) {
      pack(i);
      if (++packed_ == chunks) packed_.notify_all();
    }
    for (Size seen = packed_; seen < chunks;) seen = await_change(packed_, seen);
    for (Size i = next_item_++; i < items(); i = next_item_++) attend(i, scratch);
  }

 private:
  void pack(Size chunk) {
    const Size head = chunk / chunks_;
    const Size first = chunk % chunks_ * kPackedAtOnce;
    const Size last = std::min(first + kPackedAtOnce, shape_.keys);
    pack_keys(k_ + head * shape_.keys * shape_.d_k, shape_.d_k, first, last, set_.panel,
              keys_.data() + head * keys_stride_);
    pack_values(v_ + head * shape_.keys * shape_.d_v, shape_.keys, shape_.d_v, first, last,
                set_.panel, values_.data() + head * values_stride_);
  }

  // The longest first: with a causal mask those are the last queries.
  void attend(Size item, float* scratch) const {
    const Size head = item % shape_.heads;
    const Size kv_head = head / (shape_.heads / shape_.kv_heads);
    const Size turn = item / shape_.heads;
    const bool causal = options_.causal != Causal::no;
    const Size first = (causal ? blocks_ - 1 - turn : turn) * block_;
    set_.attend({.queries = q_ + (head * shape_.queries + first) * shape_.d_k,
                 .keys = keys_.data() + kv_head * keys_stride_,
                 .values = values_.data() + kv_head * values_stride_,
                 .output = output_ + (head * shape_.queries + first) * shape_.d_v,
                 .query_count = std::min(block_, shape_.queries - first),
                 .key_count = shape_.keys,
                 .d_k = shape_.d_k,
                 .d_v = shape_.d_v,
                 .visible = visible(first),
                 .causal = causal,
                 .scale = scale()},
                scratch);
  }

  std::ptrdiff_t visible(Size query) const {
    const auto keys = static_cast<std::ptrdiff_t>(shape_.keys);
    if (options_.causal == Causal::no) return keys;
    const auto seen = static_cast<std::ptrdiff_t>(query) + 1;
    if (options_.causal == Causal::top_left) return seen;
    return seen + keys - static_cast<std::ptrdiff_t>(shape_.queries);
  }

  float scale() const {
    constexpr double kLog2E = 1.4426950408889634;
    const double scale =
        options_.scale ? double{*options_.scale} : 1.0 / std::sqrt(static_cast<double>(shape_.d_k));
    return static_cast<float>(scale * kLog2E);
  }

  const float *q_, *k_, *v_;
  Shape shape_;
  Options options_;
  const InstructionSet& set_;
  Size chunks_;          // of one head's keys
  Size block_, blocks_;  // queries at once, and how often in one head
  Size keys_stride_, values_stride_;
  Buffer keys_, values_;
  float* output_;
  std::atomic<Size> next_chunk_ = 0, packed_ = 0, next_item_ = 0;
};

}  // namespace

std::vector<float> attention(std::span<const float> q, std::span<const float> k,
                             std::span<const float> v, const Shape& shape, const Options& options) {
  check(q, k, v, shape);
  std::vector<float> output(shape.heads * shape.queries * shape.d_v);
  std::optional<Crew> hired;
  Crew& crew = options.crew ? *options.crew : hired.emplace(hands(shape, options.threads));
  Attention work(q, k, v, shape, options, crew.size(), output);
  std::vector<Buffer> scratch;
  for (Size t = 0; t < crew.size(); ++t) scratch.emplace_back(work.scratch_size());
  crew.run([&](Size thread) { work.take_part(scratch[thread].data()); });
  return output;
}

}  // namespace attn::kernel
