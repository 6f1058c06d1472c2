// What is a vector of floats without instructions of its own?
#pragma once

#include "kernel/vector.hpp"

namespace attn::kernel {

namespace {

// In plain C++, as `Simd` of vector.hpp is expected to be: floats, and integers of the same size.
template <typename Floats, typename Integers>
struct PlainSimd {
  using Vector = Floats;
  using Bits = Integers;
  static constexpr float kLeastPower = -127.0F;

  ATTN_INLINE static Vector multiply_add(Vector a, Vector b, Vector c) { return a * b + c; }
  ATTN_INLINE static Vector larger(Vector a, Vector b) { return a > b ? a : b; }
  // Floats from 2^23 on are whole.
  ATTN_INLINE static Vector nearest(Vector x) { return x + 0x1.8p23F - 0x1.8p23F; }
  // 2^n is made of the bits of its exponent, n + 127.
  ATTN_INLINE static Vector times_power(Vector x, Vector n) {
    const Vector shifted = n + (0x1.8p23F + 127.0F);
    return x * reinterpret_cast<Vector>(reinterpret_cast<Bits>(shifted) << 23);
  }
};

}  // namespace

}  // namespace attn::kernel
