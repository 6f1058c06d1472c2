// How does a block of queries meet the keys, in registers?
//
// The recurrence of core/flash, one block of keys after another:
//   m' = max(m, max_j s_j)   r = 2^(m − m')   p_j = 2^(s_j − m')
//   l' = r · l + Σ_j p_j     o' = r · o + Σ_j p_j · v_j
// where scores carry a factor log2 e, so that 2^s is what e^s would be. Each file that includes
// this one compiles it for its own instructions. All is therefore in an unnamed namespace, and
// calls no inline function from elsewhere: code for a newer processor must not be linked into the
// rest.
#pragma once

#include "kernel/instruction_set.hpp"
#include "kernel/tile.hpp"

namespace attn::kernel {

namespace {

constexpr Size kKeyBlock = 256;  // keys and values, 2 × 64 KiB at width 64, stay in the L2 cache

// Queries go through the keys in groups of as many as a tile has rows.
template <typename Simd>
struct Block {
  static constexpr Size kRows = Simd::kRows;
  static_assert(kQueryBlock % kRows == 0);

  struct Rows {
    float of[kRows];
  };

  const Work& work;
  Size width;      // of a row of output, d_v in whole panels
  float* queries;  // (groups, d_k, kRows), scaled
  float* output;   // (kQueryBlock, width), not divided by the sums yet
  float* scores;   // (kRows, kKeyBlock) of one group
  float* peaks;    // (kQueryBlock,) m
  float* sums;     // (kQueryBlock,) l

  static Size scratch_size(Size d_k, Size d_v) {
    return kRows * kKeyBlock + kQueryBlock * (rounded_up(d_v, kPanel<Simd>) + 2 + d_k);
  }

  Block(const Work& w, float* scratch) : work(w), width(rounded_up(w.d_v, kPanel<Simd>)) {
    scores = scratch;
    output = scores + kRows * kKeyBlock;
    peaks = output + kQueryBlock * width;
    sums = peaks + kQueryBlock;
    queries = sums + kQueryBlock;
    pack_queries();
    for (Size i = 0; i < kQueryBlock * width; ++i) output[i] = 0.0F;
    for (Size i = 0; i < kQueryBlock; ++i) peaks[i] = kNone;
    for (Size i = 0; i < kQueryBlock; ++i) sums[i] = 0.0F;
  }

  void pack_queries() {
    for (Size first = 0; first < work.query_count; first += kRows) {
      float* to = queries + first * work.d_k;
      for (Size c = 0; c < work.d_k; ++c) {
        for (Size r = 0; r < kRows; ++r) {
          const Size i = first + r;
          *to++ = i < work.query_count ? work.queries[i * work.d_k + c] * work.scale : 0.0F;
        }
      }
    }
  }

  // How many of `count` keys, the first of which is `key`, query i sees.
  Size visible(Size i, Size key, Size count) const {
    const auto seen = work.visible + static_cast<std::ptrdiff_t>(work.causal ? i : 0) -
                      static_cast<std::ptrdiff_t>(key);
    if (seen <= 0) return 0;
    return static_cast<Size>(seen) < count ? static_cast<Size>(seen) : count;
  }

  void score(Size group, Size key, Size count) {
    const float* q = queries + group * work.d_k;
    for (Size j = 0; j < count; j += kPanel<Simd>) {
      Tile<Simd, kRows> tile{};
      tile.add_products(q, 1, kRows, work.keys + (key + j) * work.d_k, work.d_k);
      tile.store_to(scores + j, kKeyBlock);
    }
  }

  // The largest score of each row so far. Returns the factors of what was added up against the ones
  // before. A row that has met no visible key has −∞, and −∞ − (−∞) is NaN: see shift_of.
  Rows raise_peaks(Size group, Size count) {
    Vector<Simd> high[kRows];
    for (Size r = 0; r < kRows; ++r) {
      const float* row = scores + r * kKeyBlock;
      Vector<Simd> left = load<Simd>(row), right = load<Simd>(row + kLanes<Simd>);
      for (Size j = kPanel<Simd>; j < count; j += kPanel<Simd>) {
        left = Simd::larger(load<Simd>(row + j), left);
        right = Simd::larger(load<Simd>(row + j + kLanes<Simd>), right);
      }
      high[r] = Simd::larger(left, right);
    }
    Rows rescale;
    for (Size r = 0; r < kRows; ++r) {
      const float before = peaks[group + r];
      const float high_r = largest<Simd>(high[r]);
      const float peak = high_r > before ? high_r : before;
      peaks[group + r] = peak;
      rescale.of[r] = exp2<Simd>(all<Simd>(before - shift_of(peak)))[0];
    }
    return rescale;
  }

  // What is subtracted from a row's scores. With 0 in place of −∞ every exponential is 2^−∞ = 0.
  static float shift_of(float peak) { return peak == kNone ? 0.0F : peak; }

  // Scores become exponentials, and are added up.
  void exponentiate(Size group, Size count, const Rows& rescale) {
    Vector<Simd> totals[kRows];
    for (Size r = 0; r < kRows; ++r) {
      float* row = scores + r * kKeyBlock;
      const Vector<Simd> shift = all<Simd>(shift_of(peaks[group + r]));
      Vector<Simd> total[2] = {};
#pragma GCC unroll 2
      for (Size j = 0; j < count; j += kPanel<Simd>) {
        const Vector<Simd> left = exp2<Simd>(load<Simd>(row + j) - shift);
        const Vector<Simd> right = exp2<Simd>(load<Simd>(row + j + kLanes<Simd>) - shift);
        total[0] += left;
        total[1] += right;
        store<Simd>(row + j, left);
        store<Simd>(row + j + kLanes<Simd>, right);
      }
      totals[r] = total[0] + total[1];
    }
    for (Size r = 0; r < kRows; ++r) {
      sums[group + r] = rescale.of[r] * sums[group + r] + sum<Simd>(totals[r]);
    }
  }

  // Rows [r, r + rows) of the group take in the values of keys [first, last) of the block.
  template <Size rows>
  ATTN_INLINE void add_values(Size group, Size r, Size key, Size first, Size last,
                              const float* rescale) {
    for (Size column = 0; column < width; column += kPanel<Simd>) {
      float* to = output + (group + r) * width + column;
      const float* v = work.values + work.key_count * column + (key + first) * kPanel<Simd>;
      Tile<Simd, rows> tile;
      tile.load_scaled(to, width, rescale);
      tile.add_products(scores + r * kKeyBlock + first, kKeyBlock, 1, v, last - first);
      tile.store_to(to, width);
    }
  }

  // A group of queries meets `count` keys. Those that no query of it sees are skipped; those that
  // only some see are hidden from the rest, and so are their values (0 · NaN is NaN).
  void meet(Size group, Size key, Size count) {
    const Size most = visible(group + kRows - 1, key, count);
    if (most == 0) return;
    const Size scored = rounded_up(most, kPanel<Simd>);
    score(group, key, scored);
    for (Size r = 0; r < kRows; ++r) {
      for (Size j = visible(group + r, key, count); j < scored; ++j) {
        scores[r * kKeyBlock + j] = kNone;
      }
    }
    const Rows rescale = raise_peaks(group, scored);
    exponentiate(group, scored, rescale);
    const Size common = visible(group, key, count);
    add_values<kRows>(group, 0, key, 0, common, rescale.of);
    constexpr float kKept = 1.0F;
    for (Size r = 1; common < most && r < kRows; ++r) {
      const Size last = visible(group + r, key, count);
      if (last > common) add_values<1>(group, r, key, common, last, &kKept);
    }
  }

  void attend() {
    for (Size key = 0; key < work.key_count; key += kKeyBlock) {
      const Size left = work.key_count - key;
      for (Size group = 0; group < work.query_count; group += kRows) {
        meet(group, key, left < kKeyBlock ? left : kKeyBlock);
      }
    }
    for (Size i = 0; i < work.query_count; ++i) {
      const float total = sums[i] == 0.0F ? 1.0F : sums[i];  // 0: it saw no key
      for (Size c = 0; c < work.d_v; ++c)
        work.output[i * work.d_v + c] = output[i * width + c] / total;
    }
  }
};

// As many chains as hide the latency of a multiply-add, and leave registers free.
template <typename Simd>
double multiply_adds(Size rounds) {
  constexpr Size kChains = 12;
  Vector<Simd> chains[kChains];
  for (Size i = 0; i < kChains; ++i) chains[i] = all<Simd>(static_cast<float>(i));
  volatile float factor = 0.999F, term = 0.001F;  // unknown to the compiler
  const Vector<Simd> x = all<Simd>(factor), y = all<Simd>(term);
  for (Size round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (Size i = 0; i < kChains; ++i) chains[i] = Simd::multiply_add(chains[i], x, y);
  }
  for (Size i = 0; i < kChains; ++i) factor = chains[i][0];
  return 2.0 * static_cast<double>(kChains * kLanes<Simd>) * static_cast<double>(rounds);
}

template <typename Simd>
void attend(const Work& work, float* scratch) {
  Block<Simd>(work, scratch).attend();
}

template <typename Simd>
constexpr InstructionSet instruction_set(const char* name) {
  return {name, kPanel<Simd>, attend<Simd>, Block<Simd>::scratch_size, multiply_adds<Simd>};
}

}  // namespace

}  // namespace attn::kernel
