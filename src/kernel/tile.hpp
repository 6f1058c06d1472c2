// How are products added up without leaving the registers?
//
// A tile is some rows of one to three vectors of sums. Each step adds the outer product of a column
// of numbers and a row of vectors, so that every number that is loaded takes part in as many
// multiplications as the tile has rows or lanes, and the multipliers never wait for memory: 8 × 3
// vectors take 11 loads for 24 multiply-adds, where the processor can load as often as it
// multiplies.
#pragma once

#include "kernel/vector.hpp"

namespace attn::kernel {

namespace {

// One to three vectors side by side.
template <typename Simd, Size vectors>
struct Row {
  Vector<Simd> of[vectors];

  ATTN_INLINE static Row filled(float x) {
    return made_by([&](Size) { return broadcast<Simd>(x); });
  }
  ATTN_INLINE static Row loaded(const float* from) {
    return made_by([&](Size v) { return load<Simd>(from + v * kLanes<Simd>); });
  }
  template <typename F>
  ATTN_INLINE static Row made_by(F f) {
    Row row;
#pragma GCC unroll 3
    for (Size v = 0; v < vectors; ++v) row.of[v] = f(v);
    return row;
  }
  ATTN_INLINE void store_to(float* to) const {
#pragma GCC unroll 3
    for (Size v = 0; v < vectors; ++v) store<Simd>(to + v * kLanes<Simd>, of[v]);
  }
};

template <typename Simd, Size rows, Size vectors>
struct Tile {
  static constexpr Size kWidth = vectors * kLanes<Simd>;  // floats

  Vector<Simd> at[rows][vectors];

  // at[r] += a[r · step] · b
  ATTN_INLINE void add_product(const float* a, Size step, const Row<Simd, vectors>& b) {
#pragma GCC unroll 8
    for (Size r = 0; r < rows; ++r) {
      const Vector<Simd> left = broadcast<Simd>(a[r * step]);
#pragma GCC unroll 3
      for (Size v = 0; v < vectors; ++v) at[r][v] = Simd::multiply_add(left, b.of[v], at[r][v]);
    }
  }

  // at[r] += Σ_k a[r · row_step + k · step] · b[k], where b is (count, kWidth).
  ATTN_INLINE void add_products(const float* a, Size row_step, Size step, const float* b,
                                Size count) {
    for (Size k = 0; k < count; ++k) {
      add_product(a + k * step, row_step, Row<Simd, vectors>::loaded(b + k * kWidth));
    }
  }

  // f(r, v) for each vector.
  template <typename F>
  ATTN_INLINE static void each(F f) {
#pragma GCC unroll 8
    for (Size r = 0; r < rows; ++r) {
#pragma GCC unroll 3
      for (Size v = 0; v < vectors; ++v) f(r, v);
    }
  }

  ATTN_INLINE void load_from(const float* from) {
    each([&](Size r, Size v) { at[r][v] = load<Simd>(from + r * kWidth + v * kLanes<Simd>); });
  }

  ATTN_INLINE void store_to(float* to) const {
    each([&](Size r, Size v) { store<Simd>(to + r * kWidth + v * kLanes<Simd>, at[r][v]); });
  }
};

// Tiles of `rows` rows from first to last, then of half as many, until none is left: f<rows>(row).
template <Size rows, typename F>
ATTN_INLINE void in_tiles(Size first, Size last, F f) {
  for (; last - first >= rows; first += rows) f.template operator()<rows>(first);
  if constexpr (rows > 1) in_tiles<rows / 2>(first, last, f);
}

}  // namespace

}  // namespace attn::kernel
