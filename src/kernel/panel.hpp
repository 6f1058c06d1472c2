// How do queries get into the lanes of vectors, and their output out of them?
//
// A panel is one to three vectors of queries that go through the keys together. Its numbers are
// kept transposed: component c of all its queries side by side, then component c + 1. What only a
// variant needs is compiled for `varied` panels alone.
#pragma once

#include "kernel/instruction_set.hpp"
#include "kernel/tile.hpp"

namespace attn::kernel {

namespace {

constexpr Size kKeyBlock = 128;  // their scores with 48 queries, 24 KiB, stay in the L1 cache

constexpr Size least(Size a, Size b) { return a < b ? a : b; }

template <typename Simd, Size vectors, bool varied>
struct Panel {
  static constexpr Size kQueries = vectors * kLanes<Simd>;

  const QueryBlock& block;
  Size first;      // query of the block
  float* peaks;    // (kQueries,) m
  float* sums;     // (kQueries,) l
  float* queries;  // (d_k, kQueries), scaled
  float* output;   // (d_v, kQueries), not divided by the sums yet
  float* scores;   // (kKeyBlock, kQueries), which all panels of the block share
  float* mask;     // as large; what is added to them

  static Size scratch_size(Size d_k, Size d_v) {
    return (2 + d_k + d_v) * kQueryBlock + 2 * kKeyBlock * kQueries;
  }

  Panel(const QueryBlock& b, Size first_query, float* scratch) : block(b), first(first_query) {
    peaks = scratch + first;
    sums = scratch + kQueryBlock + first;
    queries = scratch + 2 * kQueryBlock + first * b.d_k;
    output = scratch + (2 + b.d_k) * kQueryBlock + first * b.d_v;
    scores = scratch + (2 + b.d_k + b.d_v) * kQueryBlock;
    mask = scores + kKeyBlock * kQueries;
  }

  // How many keys query i of the panel sees.
  Size visible(Size i) const {
    const auto seen = block.visible + static_cast<std::ptrdiff_t>(block.causal ? first + i : 0);
    return seen <= 0 ? 0 : least(static_cast<Size>(seen), block.key_count);
  }

  // The first key that query i of the panel sees.
  Size begin(Size i) const {
    if (!varied || block.variant->window == 0) return 0;
    const auto key = block.visible + static_cast<std::ptrdiff_t>(first + i) - block.variant->window;
    return key <= 0 ? 0 : static_cast<Size>(key);
  }

  // All ones in the lanes of vector v whose query sees the key, when the mask is causal.
  ATTN_INLINE Bits<Simd> sees(Size v, Size key) const {
    Bits<Simd> lane;
    for (Size i = 0; i < kLanes<Simd>; ++i) lane[i] = static_cast<int>(i);
    const auto hidden_from = static_cast<std::ptrdiff_t>(key) - block.visible -
                             static_cast<std::ptrdiff_t>(first + v * kLanes<Simd>);
    const auto seen = lane > static_cast<int>(hidden_from);  // near the diagonal it fits
    if (!varied || block.variant->window == 0) return seen;
    return seen & (lane <= static_cast<int>(hidden_from + block.variant->window));
  }

  // f(vector, first component, how many components there are).
  template <typename F>
  static void each_square(Size width, F f) {
    for (Size v = 0; v < vectors; ++v) {
      for (Size c = 0; c < width; c += kLanes<Simd>) f(v, c, least(width - c, kLanes<Simd>));
    }
  }

  // Queries of vector v that there are: the last vector of a block may not be full.
  Size count_in(Size v) const {
    const Size before = first + v * kLanes<Simd>;
    return before < block.query_count ? least(block.query_count - before, kLanes<Simd>) : 0;
  }

  void load_queries() {
    each_square(block.d_k, [this](Size v, Size c, Size components) {
      const float* from = block.queries + (first + v * kLanes<Simd>)*block.d_k + c;
      Vector<Simd> square[kLanes<Simd>] = {};
      for (Size i = 0; i < count_in(v); ++i) {
        square[i] = load_some<Simd>(from + i * block.d_k, components) * block.scale;
      }
      transpose<Simd>(square);
      for (Size i = 0; i < components; ++i) {
        store<Simd>(queries + (c + i) * kQueries + v * kLanes<Simd>, square[i]);
      }
    });
  }

  // The mask of keys [key, key + count), for scores in powers of 2.
  void load_mask(Size key, Size count) {
    each_square(count, [&](Size v, Size c, Size keys) {
      const Variant& variant = *block.variant;
      const float* from = variant.mask + (first + v * kLanes<Simd>)*variant.mask_query_step;
      Vector<Simd> square[kLanes<Simd>] = {};
      for (Size i = 0; i < count_in(v); ++i, from += variant.mask_query_step) {
        const Vector<Simd> row = variant.mask_key_step == 0 ? broadcast<Simd>(*from)
                                                            : load_some<Simd>(from + key + c, keys);
        square[i] = row * kLog2E;
      }
      transpose<Simd>(square);
      for (Size i = 0; i < keys; ++i) {
        store<Simd>(mask + (c + i) * kQueries + v * kLanes<Simd>, square[i]);
      }
    });
  }

  void start() {
    load_queries();
    for (Size i = 0; i < kQueries * block.d_v; ++i) output[i] = 0.0F;
    for (Size i = 0; i < kQueries; ++i) peaks[i] = kMinusInfinity;
    for (Size i = 0; i < kQueries; ++i) sums[i] = 0.0F;
    if (varied && block.variant->sinks != nullptr) add_sinks();
  }

  // A sink is a score that comes before all others.
  void add_sinks() {
    for (Size i = 0; i < kQueries && first + i < block.query_count; ++i) {
      peaks[i] = block.variant->sinks[(first + i) * block.variant->sink_step] * kLog2E;
      sums[i] = peaks[i] == kMinusInfinity ? 0.0F : 1.0F;
    }
  }

  void finish() {
    each_square(block.d_v, [this](Size v, Size c, Size components) {
      const Vector<Simd> sum = load<Simd>(sums + v * kLanes<Simd>);
      const Vector<Simd> one = broadcast<Simd>(1.0F);
      const Vector<Simd> factor = sum == 0.0F ? one : one / sum;  // 0: it saw no key
      Vector<Simd> square[kLanes<Simd>] = {};
      for (Size i = 0; i < components; ++i) {
        square[i] = load<Simd>(output + (c + i) * kQueries + v * kLanes<Simd>) * factor;
        if (varied && block.variant->empty != nullptr) {
          square[i] = sum == 0.0F ? broadcast<Simd>(block.variant->empty[c + i]) : square[i];
        }
      }
      transpose<Simd>(square);
      float* to = block.output + (first + v * kLanes<Simd>)*block.d_v + c;
      for (Size i = 0; i < count_in(v); ++i) {
        store_some<Simd>(to + i * block.d_v, square[i], components);
      }
    });
    if (block.sums == nullptr) return;
    for (Size i = 0; i < kQueries && first + i < block.query_count; ++i) {
      block.peaks[first + i] = peaks[i];
      block.sums[first + i] = sums[i];
    }
  }
};

}  // namespace

}  // namespace attn::kernel
