// How does a block of queries attend to its keys, in registers?
//
// The recurrence of core/flash, one block of keys after another:
//   m' = max(m, max_j s_j)   r = 2^(m − m')   p_j = 2^(s_j − m')
//   l' = r · l + Σ_j p_j     o' = r · o + Σ_j p_j · v_j
// where scores carry a factor log2 e, so that 2^s is what e^s would be.
//
// Queries lie side by side in the lanes of vectors, and scores, weights and output are computed
// transposed, Sᵀ = K·Qᵀ and Oᵀ = Vᵀ·Pᵀ. A softmax is then the work of one lane, without a sum
// across a vector, and keys and values are read where they lie, number by number: nothing of them is
// copied.
//
// Each file that includes this one compiles it for its own instructions. All is therefore in an
// unnamed namespace, and calls no inline function from elsewhere: code for a newer processor must
// not be linked into the rest.
#pragma once

#include "kernel/instruction_set.hpp"
#include "kernel/tile.hpp"

namespace attn::kernel {

namespace {

constexpr Size kKeyBlock = 128;  // their scores with 48 queries, 24 KiB, stay in the L1 cache

// Where a panel's numbers are.
struct Panel {
  const QueryBlock& block;
  Size first;      // query of the block
  float* queries;  // (d_k, queries), scaled
  float* output;   // (d_v, queries), not divided by the sums yet
  float* peaks;    // (queries,) m
  float* sums;     // (queries,) l
  float* scores;   // (kKeyBlock, queries), shared by all panels

  Panel(const QueryBlock& b, Size first_query, float* scratch) : block(b), first(first_query) {
    peaks = scratch + first;
    sums = scratch + kQueryBlock + first;
    queries = scratch + 2 * kQueryBlock + first * b.d_k;
    output = scratch + (2 + b.d_k) * kQueryBlock + first * b.d_v;
    scores = scratch + (2 + b.d_k + b.d_v) * kQueryBlock;
  }

  // How many keys of the block query i of the panel sees.
  Size visible(Size i) const {
    const auto seen = block.visible + static_cast<std::ptrdiff_t>(block.causal ? first + i : 0);
    if (seen <= 0) return 0;
    return static_cast<Size>(seen) < block.key_count ? static_cast<Size>(seen) : block.key_count;
  }
};

bool all_finite(const float* x, Size count) {
  int found = 0;
  for (Size i = 0; i < count; ++i) {
    int bits;
    __builtin_memcpy(&bits, x + i, sizeof bits);
    found |= (bits & 0x7f800000) == 0x7f800000 ? 1 : 0;
  }
  return found == 0;
}

// The queries of `vectors` vectors, which go through the keys together.
template <typename Simd, Size vectors>
struct Attend : Panel {
  static constexpr Size kQueries = vectors * kLanes<Simd>;
  static constexpr Size kRows = Simd::kRows;

  struct Row {
    Vector<Simd> of[vectors];

    ATTN_INLINE static Row filled(float x) {
      Row row;
      for (Size v = 0; v < vectors; ++v) row.of[v] = broadcast<Simd>(x);
      return row;
    }
    ATTN_INLINE static Row loaded(const float* from) {
      Row row;
      for (Size v = 0; v < vectors; ++v) row.of[v] = load<Simd>(from + v * kLanes<Simd>);
      return row;
    }
    ATTN_INLINE void store_to(float* to) const {
      for (Size v = 0; v < vectors; ++v) store<Simd>(to + v * kLanes<Simd>, of[v]);
    }
  };

  void prepare() {
    const Size count = block.query_count - first;
    for (Size c = 0; c < block.d_k; ++c) {
      for (Size i = 0; i < kQueries; ++i) {
        queries[c * kQueries + i] =
            i < count ? block.queries[(first + i) * block.d_k + c] * block.scale : 0.0F;
      }
    }
    for (Size i = 0; i < kQueries * block.d_v; ++i) output[i] = 0.0F;
    for (Size i = 0; i < kQueries; ++i) peaks[i] = kMinusInfinity, sums[i] = 0.0F;
  }

  // All ones in the lanes whose query sees the key.
  ATTN_INLINE Bits<Simd> sees(Size v, Size key) const {
    Bits<Simd> seen;
    for (Size i = 0; i < kLanes<Simd>; ++i) seen[i] = static_cast<int>(i);
    // keys and queries may be more than an int holds, the difference near the diagonal is not
    const auto lag = static_cast<std::ptrdiff_t>(key) - block.visible -
                     static_cast<std::ptrdiff_t>(first + v * kLanes<Simd>);
    return seen > static_cast<int>(lag);
  }

  // Scores of keys [key, key + count); returns the largest ones.
  Row score(Size key, Size count) {
    Row high = Row::filled(kMinusInfinity);
    const Size common = visible(0);
    in_tiles<kRows>(0, count, [&]<Size rows>(Size j) __attribute__((always_inline)) {
      Tile<Simd, rows, vectors> tile{};
      tile.add_products(block.keys + (key + j) * block.d_k, block.d_k, 1, queries, block.d_k);
      if (key + j + rows > common) {
        tile.each([&](Size r, Size v) {
          tile.at[r][v] =
              sees(v, key + j + r) ? tile.at[r][v] : broadcast<Simd>(kMinusInfinity);
        });
      }
      tile.each([&](Size r, Size v) { high.of[v] = Simd::larger(tile.at[r][v], high.of[v]); });
      tile.store_to(scores + j * kQueries);
    });
    return high;
  }

  void rescale(const Row& factor) {
    for (Size c = 0; c < block.d_v; ++c) {
      Row row = Row::loaded(output + c * kQueries);
      for (Size v = 0; v < vectors; ++v) row.of[v] *= factor.of[v];
      row.store_to(output + c * kQueries);
    }
    Row row = Row::loaded(sums);
    for (Size v = 0; v < vectors; ++v) row.of[v] *= factor.of[v];
    row.store_to(sums);
  }

  // What is subtracted from a row's scores. With 0 in place of −∞ every exponential is 2^−∞ = 0.
  ATTN_INLINE static Vector<Simd> shift_of(Vector<Simd> peak) {
    return peak == kMinusInfinity ? Vector<Simd>{} : peak;
  }

  void raise_peaks(const Row& high) {
    constexpr float kSlack = 8.0F;
    Row peak = Row::loaded(peaks), factor;
    int grown = 0;
    for (Size v = 0; v < vectors; ++v) {
      const Bits<Simd> grows = high.of[v] > peak.of[v] + kSlack;
      const Vector<Simd> raised = grows ? high.of[v] : peak.of[v];
      factor.of[v] = exp2<Simd>(peak.of[v] - shift_of(raised));
      factor.of[v] = grows ? factor.of[v] : broadcast<Simd>(1.0F);
      peak.of[v] = raised;
      for (Size i = 0; i < kLanes<Simd>; ++i) grown |= grows[i];
    }
    if (grown == 0) return;
    peak.store_to(peaks);
    rescale(factor);
  }

  // A row of scores becomes exponentials, and is added to the total.
  ATTN_INLINE Row exponentiate(float* row, const Row& shift, Row& total) {
    Row p = Row::loaded(row);
#pragma GCC unroll 3
    for (Size v = 0; v < vectors; ++v) {
      p.of[v] = exp2<Simd>(p.of[v] - shift.of[v]);
      total.of[v] += p.of[v];
    }
    p.store_to(row);
    return p;
  }

  // All that is to be done with the scores of keys [first, last) in one sweep for the first `rows`
  // columns of the values: the exponentials wait for additions and the products for
  // multiplications, so that together they take hardly longer than the products alone.
  template <Size rows>
  Row exponentiate_and_add(Size key, Size count, const Row& shift) {
    Tile<Simd, rows, vectors> tile;
    tile.load_from(output);
    Row total = Row::filled(0.0F);
    const Size step = block.d_v;
    const float* value = block.values + key * step;
    float* row = scores;
    for (Size j = 0; j < count; ++j, value += step, row += kQueries) {
      const Row p = exponentiate(row, shift, total);
      tile.add_product(value, 1, p.of);
    }
    tile.store_to(output);
    return total;
  }

  void add_values(Size column, Size key, Size count) {
    in_tiles<kRows>(column, block.d_v, [&]<Size rows>(Size c) __attribute__((always_inline)) {
      Tile<Simd, rows, vectors> tile;
      tile.load_from(output + c * kQueries);
      tile.add_products(block.values + key * block.d_v + c, 1, block.d_v, scores, count);
      tile.store_to(output + c * kQueries);
    });
  }

  // As add_values for one key, from which values reach only the queries that see it: 0 · NaN is NaN.
  void add_hidden_value(Size key, const float* weights) {
    for (Size c = 0; c < block.d_v; ++c) {
      Row row = Row::loaded(output + c * kQueries);
      const Vector<Simd> value = broadcast<Simd>(block.values[key * block.d_v + c]);
      for (Size v = 0; v < vectors; ++v) {
        const Vector<Simd> sum =
            Simd::multiply_add(load<Simd>(weights + v * kLanes<Simd>), value, row.of[v]);
        row.of[v] = sees(v, key) ? sum : row.of[v];
      }
      row.store_to(output + c * kQueries);
    }
  }

  // Of `count` keys, the first ones: those that all queries see, and more if no value of the rest is
  // an infinity or NaN, which 0 would not take out.
  Size count_harmless(Size key, Size count) const {
    const Size common = visible(0);
    const Size sure = common < key ? 0 : common - key < count ? common - key : count;
    const float* rest = block.values + (key + sure) * block.d_v;
    return all_finite(rest, (count - sure) * block.d_v) ? count : sure;
  }

  void attend_to_keys(Size key) {
    const Size most = visible(kQueries - 1);
    if (most <= key || block.d_v == 0) return;
    const Size count = most - key < kKeyBlock ? most - key : kKeyBlock;
    raise_peaks(score(key, count));
    Row shift = Row::loaded(peaks);
    for (Size v = 0; v < vectors; ++v) shift.of[v] = shift_of(shift.of[v]);
    const Size harmless = count_harmless(key, count);
    constexpr Size kSome = kRows / 2;
    const bool wide = block.d_v >= kSome;
    Row total = wide ? exponentiate_and_add<kSome>(key, harmless, shift)
                     : exponentiate_and_add<1>(key, harmless, shift);
    add_values(wide ? kSome : 1, key, harmless);
    for (Size j = harmless; j < count; ++j) {
      exponentiate(scores + j * kQueries, shift, total);
      add_hidden_value(key + j, scores + j * kQueries);
    }
    Row sum = Row::loaded(sums);
    for (Size v = 0; v < vectors; ++v) sum.of[v] += total.of[v];
    sum.store_to(sums);
  }

  void finish() {
    const Size left = block.query_count - first;
    for (Size i = 0; i < kQueries && i < left; ++i) {
      const float total = sums[i] == 0.0F ? 1.0F : sums[i];  // 0: it saw no key
      for (Size c = 0; c < block.d_v; ++c) {
        block.output[(first + i) * block.d_v + c] = output[c * kQueries + i] / total;
      }
    }
  }
};

template <typename Simd, typename F>
ATTN_INLINE void each_panel(const QueryBlock& block, float* scratch, F f) {
  const Size units = (block.query_count + kLanes<Simd> - 1) / kLanes<Simd>;
  for (Size unit = 0; unit < units;) {
    const Panel panel(block, unit * kLanes<Simd>, scratch);
    const Size left = units - unit;
    if (left == 3 || left > 4) {
      f(Attend<Simd, 3>{panel});
      unit += 3;
    } else if (left > 1) {
      f(Attend<Simd, 2>{panel});
      unit += 2;
    } else {
      f(Attend<Simd, 1>{panel});
      unit += 1;
    }
  }
}

template <typename Simd>
void attend(const QueryBlock& block, float* scratch) {
  each_panel<Simd>(block, scratch, [](auto panel) { panel.prepare(); });
  for (Size key = 0; key < block.key_count; key += kKeyBlock) {
    each_panel<Simd>(block, scratch, [key](auto panel) { panel.attend_to_keys(key); });
  }
  each_panel<Simd>(block, scratch, [](auto panel) { panel.finish(); });
}

template <typename Simd>
Size scratch_size(Size d_k, Size d_v) {
  return (2 + d_k + d_v) * kQueryBlock + kKeyBlock * 3 * kLanes<Simd>;
}

// As many chains as hide the latency of a multiply-add, and leave registers free.
template <typename Simd>
double multiply_adds(Size rounds) {
  constexpr Size kChains = 12;
  Vector<Simd> chains[kChains];
  for (Size i = 0; i < kChains; ++i) chains[i] = broadcast<Simd>(static_cast<float>(i));
  volatile float factor = 0.999F, term = 0.001F;  // unknown to the compiler
  const Vector<Simd> x = broadcast<Simd>(factor), y = broadcast<Simd>(term);
  for (Size round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (Size i = 0; i < kChains; ++i) chains[i] = Simd::multiply_add(chains[i], x, y);
  }
  for (Size i = 0; i < kChains; ++i) factor = chains[i][0];
  return 2.0 * static_cast<double>(kChains * kLanes<Simd>) * static_cast<double>(rounds);
}

template <typename Simd>
constexpr InstructionSet instruction_set(const char* name) {
  return {name, kLanes<Simd>, attend<Simd>, scratch_size<Simd>, multiply_adds<Simd>};
}

}  // namespace

}  // namespace attn::kernel
