// How are products added up without leaving the registers?
//
// Twelve or twenty-four vectors of sums, to which each step adds the outer product of a column of
// numbers and a row of a panel. Every number that is loaded takes part in as many multiplications
// as the tile has rows or columns, so that the multipliers never wait for memory.
#pragma once

#include "kernel/vector.hpp"

namespace attn::kernel {

namespace {

// `rows` × one panel of floats.
template <typename Simd, Size rows>
struct Tile {
  Vector<Simd> at[rows][2];

  // at[r] += Σ_k a[r · row_step + k · step] · b[k], where b[k] is a row of a panel.
  ATTN_INLINE void add_products(const float* a, Size row_step, Size step, const float* b,
                                Size count) {
#pragma GCC unroll 4
    for (Size k = 0; k < count; ++k) {
      const Vector<Simd> left = load<Simd>(b + k * kPanel<Simd>);
      const Vector<Simd> right = load<Simd>(b + k * kPanel<Simd> + kLanes<Simd>);
#pragma GCC unroll 16
      for (Size r = 0; r < rows; ++r) {
        const Vector<Simd> x = all<Simd>(a[r * row_step + k * step]);
        at[r][0] = Simd::multiply_add(x, left, at[r][0]);
        at[r][1] = Simd::multiply_add(x, right, at[r][1]);
      }
    }
  }

  ATTN_INLINE void load_scaled(const float* from, Size row_step, const float* factors) {
#pragma GCC unroll 16
    for (Size r = 0; r < rows; ++r) {
      at[r][0] = load<Simd>(from + r * row_step) * all<Simd>(factors[r]);
      at[r][1] = load<Simd>(from + r * row_step + kLanes<Simd>) * all<Simd>(factors[r]);
    }
  }

  ATTN_INLINE void store_to(float* to, Size row_step) const {
#pragma GCC unroll 16
    for (Size r = 0; r < rows; ++r) {
      store<Simd>(to + r * row_step, at[r][0]);
      store<Simd>(to + r * row_step + kLanes<Simd>, at[r][1]);
    }
  }
};

}  // namespace

}  // namespace attn::kernel
