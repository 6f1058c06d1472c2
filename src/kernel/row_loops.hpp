// What is done to a row of numbers where it lies in memory?
#pragma once

#include "kernel/vector.hpp"

namespace attn::kernel {

namespace {

// f(first, count) for each vector of a row, the last of which may not be full.
template <typename Simd, typename F>
ATTN_INLINE void each_vector(Size count, F f) {
  for (Size i = 0; i < count; i += kLanes<Simd>) {
    f(i, count - i < kLanes<Simd> ? count - i : kLanes<Simd>);
  }
}

template <typename Simd>
float sum_of_lanes(Vector<Simd> x) {
  float sum = 0.0F;
  for (Size i = 0; i < kLanes<Simd>; ++i) sum += x[i];
  return sum;
}

// The softmax of naive attention, as well as vectors can do it; one score at least.
template <typename Simd>
void softmax(float* row, Size count) {
  Vector<Simd> high = broadcast<Simd>(row[0]);
  each_vector<Simd>(count, [&](Size i, Size some) {
    const Vector<Simd> x = load_some<Simd>(row + i, some);
    high = Simd::larger(x, high);
  });
  float peak = high[0];
  for (Size i = 1; i < kLanes<Simd>; ++i) peak = high[i] > peak ? high[i] : peak;
  Vector<Simd> sums = {};
  each_vector<Simd>(count, [&](Size i, Size some) {
    Vector<Simd> x = load_some<Simd>(row + i, some);
    for (Size lane = some; lane < kLanes<Simd>; ++lane) x[lane] = kMinusInfinity;
    const Vector<Simd> e = exp2<Simd>((x - peak) * kLog2E);
    sums += e;
    store_some<Simd>(row + i, e, some);
  });
  const float factor = 1.0F / sum_of_lanes<Simd>(sums);
  each_vector<Simd>(count, [&](Size i, Size some) {
    store_some<Simd>(row + i, load_some<Simd>(row + i, some) * factor, some);
  });
}

// In four chains, so that one addition need not wait for the one before.
template <typename Simd>
float sum(const float* x, Size count) {
  Vector<Simd> chains[4] = {};
  Size i = 0;
  for (; i + 4 * kLanes<Simd> <= count; i += 4 * kLanes<Simd>) {
#pragma GCC unroll 4
    for (Size chain = 0; chain < 4; ++chain) {
      chains[chain] += load_some<Simd>(x + i + chain * kLanes<Simd>, kLanes<Simd>);
    }
  }
  float total = sum_of_lanes<Simd>(chains[0] + chains[1] + chains[2] + chains[3]);
  for (; i < count; ++i) total += x[i];
  return total;
}

}  // namespace

}  // namespace attn::kernel
