// What can the multipliers do when they wait for nothing?
#pragma once

#include "kernel/vector.hpp"

namespace attn::kernel {

namespace {

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

}  // namespace

}  // namespace attn::kernel
