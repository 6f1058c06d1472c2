// How does a block of queries attend to its keys, in registers?
//
// The recurrence of core/flash, one block of keys after another:
//   m' = max(m, max_j s_j)   r = 2^(m − m')   p_j = 2^(s_j − m')
//   l' = r · l + Σ_j p_j     o' = r · o + Σ_j p_j · v_j
// where scores carry a factor log2 e, so that 2^s is what e^s would be.
//
// Queries lie side by side in the lanes of vectors, and scores, weights and output are computed
// transposed, Sᵀ = K·Qᵀ and Oᵀ = Vᵀ·Pᵀ. A softmax is then the work of one lane, without a sum
// across a vector, and keys and values are read where they lie, number by number: nothing of them
// is copied.
#pragma once

#include "kernel/panel.hpp"

namespace attn::kernel {

namespace {

// Whether 0 · x is 0 for each number. By their bits, which the compiler may take many at a time.
bool all_finite(const float* x, Size count) {
  constexpr int kExponent = 0x7f800000;
  int found = 0;
  for (Size i = 0; i < count; ++i) {
    int bits;
    __builtin_memcpy(&bits, x + i, sizeof bits);
    found |= (bits & kExponent) == kExponent ? 1 : 0;
  }
  return found == 0;
}

template <typename Simd, Size vectors, bool varied>
struct Attention : Panel<Simd, vectors, varied> {
  using Base = Panel<Simd, vectors, varied>;
  using Base::block, Base::peaks, Base::sums, Base::queries, Base::output, Base::scores, Base::mask,
      Base::kQueries, Base::visible, Base::begin, Base::sees, Base::Base;
  using Weights = Row<Simd, vectors>;

  static constexpr Size kRows = Simd::kRows;

  // A block ahead of `rows` keys, keys and values set out from memory. Only where queries are few,
  // as in decoding: that is bound by memory, and twice as fast with it. Else it would cost 0.6 %.
  ATTN_INLINE void prefetch(Size key, Size rows) const {
    const Size ahead = key + kKeyBlock;
    if (vectors > 1 || ahead + rows > block.key_count) return;
    constexpr Size kLine = kAlignment / sizeof(float);
    for (Size i = 0; i < rows * block.d_k; i += kLine) {
      __builtin_prefetch(block.keys + ahead * block.d_k + i, 0, 2);
    }
    for (Size i = 0; i < rows * block.d_v; i += kLine) {
      __builtin_prefetch(block.values + ahead * block.d_v + i, 0, 2);
    }
  }

  // The softcap and the mask, whose row 0 is that of the tile.
  template <Size rows>
  ATTN_INLINE void vary(Tile<Simd, rows, vectors>& tile, const float* added) const {
    const float cap = block.variant->softcap;
    if (cap != 0.0F) {
      tile.each([&](Size r, Size v) { tile.at[r][v] = cap * tanh_of_half<Simd>(tile.at[r][v]); });
    }
    if (block.variant->mask == nullptr) return;
    tile.each([&](Size r, Size v) {
      const Vector<Simd> x = load<Simd>(added + r * kQueries + v * kLanes<Simd>);
      tile.at[r][v] = x == kMinusInfinity ? x : tile.at[r][v] + x;  // also where a key is a NaN
    });
  }

  // Scores of keys [key, key + count); returns the largest of each query, taken while they are in
  // registers.
  Weights score(Size key, Size count) {
    Weights high = Weights::filled(kMinusInfinity);
    const Size common = visible(0), common_begin = begin(kQueries - 1);
    in_tiles<kRows>(0, count, [&]<Size rows>(Size j) ATTN_INLINE_LAMBDA {
      prefetch(key + j, rows);
      Tile<Simd, rows, vectors> tile{};
      tile.add_products(block.keys + (key + j) * block.d_k, block.d_k, 1, queries, block.d_k);
      if constexpr (varied) vary(tile, mask + j * kQueries);
      if (key + j + rows > common || key + j < common_begin) {
        tile.each([&](Size r, Size v) {
          tile.at[r][v] = sees(v, key + j + r) ? tile.at[r][v] : broadcast<Simd>(kMinusInfinity);
        });
      }
      tile.each([&](Size r, Size v) { high.of[v] = Simd::larger(tile.at[r][v], high.of[v]); });
      tile.store_to(scores + j * kQueries);
    });
    return high;
  }

  // What is subtracted from scores. With 0 in place of −∞ every exponential is 2^−∞ = 0, where
  // −∞ − (−∞) would be NaN.
  ATTN_INLINE static Vector<Simd> shift_of(Vector<Simd> peak) {
    return peak == kMinusInfinity ? Vector<Simd>{} : peak;
  }

  ATTN_INLINE static void multiply(float* row, const Weights& factors) {
    const Weights x = Weights::loaded(row);
    Weights::made_by([&](Size v) { return x.of[v] * factors.of[v]; }).store_to(row);
  }

  // m need not be the largest score: any m near it will do, since it falls out of o / l. It follows
  // when a score is more than 8 above it, so that exponentials stay below 2^8. After the first
  // block of keys that is rare, whereas one of 48 queries meets a new largest score in nearly every
  // block; so what was added up before is hardly ever rescaled.
  void raise_peaks(const Weights& high) {
    constexpr float kSlack = 8.0F;
    Weights peak = Weights::loaded(peaks), factor;
    int grown = 0;
    for (Size v = 0; v < vectors; ++v) {
      const Bits<Simd> grows = high.of[v] > peak.of[v] + kSlack;
      const Vector<Simd> raised = grows ? high.of[v] : peak.of[v];
      const Vector<Simd> shrunk = exp2<Simd>(peak.of[v] - shift_of(raised));
      factor.of[v] = grows ? shrunk : broadcast<Simd>(1.0F);
      peak.of[v] = raised;
      for (Size i = 0; i < kLanes<Simd>; ++i) grown |= grows[i];
    }
    if (grown == 0) return;
    peak.store_to(peaks);
    multiply(sums, factor);
    for (Size c = 0; c < block.d_v; ++c) multiply(output + c * kQueries, factor);
  }

  // A row of scores becomes exponentials, and is added to the total.
  ATTN_INLINE static void exponentiate(float* row, const Weights& shift, Weights& total) {
    const Weights s = Weights::loaded(row);
    const Weights p = Weights::made_by([&](Size v) { return exp2<Simd>(s.of[v] - shift.of[v]); });
    total = Weights::made_by([&](Size v) { return total.of[v] + p.of[v]; });
    p.store_to(row);
  }

  // The exponentials of `count` keys, and on the way the first `rows` columns of values: one is
  // bound by additions and by the time from one step to the next, the other by multiplications, so
  // that the processor does both at once. The exponentials run ahead, so that no product waits for
  // one. Returns the sum of the exponentials.
  template <Size rows>
  Weights exponentiate_and_add(Size key, Size count, const Weights& shift) {
    constexpr Size kAhead = 4;  // keys; with 1 the whole is 2 % slower
    const Size early = least(count, kAhead), step = block.d_v;
    Weights total = Weights::filled(0.0F);
    for (Size j = 0; j < early; ++j) exponentiate(scores + j * kQueries, shift, total);
    Tile<Simd, rows, vectors> tile;
    tile.load_from(output);
    const float* value = block.values + key * step;
    float* row = scores;
    for (Size j = early; j < count; ++j, value += step, row += kQueries) {
      tile.add_product(value, 1, Weights::loaded(row));
      exponentiate(row + kAhead * kQueries, shift, total);
    }
    tile.add_products(value, 1, step, row, early);
    tile.store_to(output);
    return total;
  }

  // The columns from `column` on take in the values of keys [key, key + count).
  void add_values(Size column, Size key, Size count) {
    in_tiles<kRows>(column, block.d_v, [&]<Size rows>(Size c) ATTN_INLINE_LAMBDA {
      Tile<Simd, rows, vectors> tile;
      tile.load_from(output + c * kQueries);
      tile.add_products(block.values + key * block.d_v + c, 1, block.d_v, scores, count);
      tile.store_to(output + c * kQueries);
    });
  }

  // As add_values for one key, but only for the queries that see it: 0 · NaN is NaN.
  void add_hidden_value(Size key, const float* weights) {
    const Weights p = Weights::loaded(weights);
    for (Size c = 0; c < block.d_v; ++c) {
      const Weights o = Weights::loaded(output + c * kQueries);
      const Vector<Simd> value = broadcast<Simd>(block.values[key * block.d_v + c]);
      Weights::made_by([&](Size v) {
        const auto counts = varied ? p.of[v] != 0.0F : sees(v, key);
        return counts ? Simd::multiply_add(value, p.of[v], o.of[v]) : o.of[v];
      }).store_to(output + c * kQueries);
    }
  }

  // Of `count` keys, the first ones: those that all queries see, and the rest too unless a value of
  // it is an infinity or NaN, which a weight of 0 does not take out.
  Size count_harmless(Size key, Size count) const {
    const bool any_hidden = varied && (block.variant->mask != nullptr || key < begin(kQueries - 1));
    const Size common = any_hidden ? 0 : visible(0);
    const Size sure = common < key ? 0 : least(common - key, count);
    const float* rest = block.values + (key + sure) * block.d_v;
    return all_finite(rest, (count - sure) * block.d_v) ? count : sure;
  }

  // A block of keys that begins with `key`, without those that no query of the panel sees.
  void attend_to_keys(Size key) {
    const Size most = visible(kQueries - 1);
    if (most <= key || key + kKeyBlock <= begin(0) || block.d_v == 0) return;
    const Size count = least(most - key, kKeyBlock), harmless = count_harmless(key, count);
    if (varied && block.variant->mask != nullptr) Base::load_mask(key, count);
    raise_peaks(score(key, count));
    const Weights peak = Weights::loaded(peaks);
    const Weights shift = Weights::made_by([&](Size v) { return shift_of(peak.of[v]); });
    constexpr Size kSome = kRows / 2;  // leave registers for the exponentials
    const bool some = block.d_v >= kSome;
    Weights total = some ? exponentiate_and_add<kSome>(key, harmless, shift)
                         : exponentiate_and_add<1>(key, harmless, shift);
    add_values(some ? kSome : 1, key, harmless);
    for (Size j = harmless; j < count; ++j) {
      exponentiate(scores + j * kQueries, shift, total);
      add_hidden_value(key + j, scores + j * kQueries);
    }
    const Weights sum = Weights::loaded(sums);
    Weights::made_by([&](Size v) { return sum.of[v] + total.of[v]; }).store_to(sums);
  }

  // Both products of attend_to_keys, and nothing between them.
  void multiply_only(Size key) {
    const Size count = least(block.key_count - key, kKeyBlock);
    score(key, count).store_to(peaks);
    add_values(0, key, count);
  }
};

}  // namespace

}  // namespace attn::kernel
