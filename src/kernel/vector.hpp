// What does a tile need of a vector of floats, whatever its width?
//
// `Simd` names a vector type and integers of the same size, which have the arithmetic of their
// elements (GCC's vector extension), and adds what the extension lacks: multiply_add(a, b, c) is
// a·b + c, larger(a, b) is b where either is NaN. See tiles.hpp for the unnamed namespace.
#pragma once

#include <cstddef>

#define ATTN_INLINE [[gnu::always_inline]] inline

namespace attn::kernel {

namespace {

using Size = std::size_t;

constexpr float kNone = -__builtin_inff();

template <typename Simd>
using Vector = typename Simd::Vector;

template <typename Simd>
constexpr Size kLanes = sizeof(Vector<Simd>) / sizeof(float);

template <typename Simd>
constexpr Size kPanel = 2 * kLanes<Simd>;

constexpr Size rounded_up(Size count, Size multiple) {
  return (count + multiple - 1) / multiple * multiple;
}

template <typename Simd>
ATTN_INLINE Vector<Simd> load(const float* from) {
  Vector<Simd> x;
  __builtin_memcpy(&x, __builtin_assume_aligned(from, sizeof x), sizeof x);
  return x;
}

template <typename Simd>
ATTN_INLINE void store(float* to, Vector<Simd> x) {
  __builtin_memcpy(__builtin_assume_aligned(to, sizeof x), &x, sizeof x);
}

template <typename Simd>
ATTN_INLINE Vector<Simd> all(float x) {
  return x - Vector<Simd>{};
}

template <typename Simd>
ATTN_INLINE float largest(Vector<Simd> x) {
  float result = x[0];
  for (Size i = 1; i < kLanes<Simd>; ++i) result = x[i] > result ? x[i] : result;
  return result;
}

template <typename Simd>
ATTN_INLINE float sum(Vector<Simd> x) {
  float result = x[0];
  for (Size i = 1; i < kLanes<Simd>; ++i) result += x[i];
  return result;
}

// 2^x for x ≤ 0, relative error below 1.6e-7; 0 from −127 down. x is n + f, n whole and f in
// [−½, ½]: 2^n is made of its exponent's bits, 2^f is a polynomial with p(0) = 1 whose largest
// relative error is the smallest that degree 5 allows, 9.1e-8.
template <typename Simd>
ATTN_INLINE Vector<Simd> exp2(Vector<Simd> x) {
  using V = Vector<Simd>;
  x = Simd::larger(all<Simd>(-127.0F), x);
  // Floats from 2^23 on are whole: the sum is rounded, and n + 127 stands in its lowest bits.
  const V shifter = all<Simd>(0x1.8p23F + 127.0F);
  const V shifted = x + shifter;
  const V f = x - (shifted - shifter);
  V p = all<Simd>(0x1.5bba14p-10F);
  p = Simd::multiply_add(p, f, all<Simd>(0x1.3cea88p-7F));
  p = Simd::multiply_add(p, f, all<Simd>(0x1.c6b752p-5F));
  p = Simd::multiply_add(p, f, all<Simd>(0x1.ebf9bcp-3F));
  p = Simd::multiply_add(p, f, all<Simd>(0x1.62e42ap-1F));
  p = Simd::multiply_add(p, f, all<Simd>(1.0F));
  return p * reinterpret_cast<V>(reinterpret_cast<typename Simd::Bits>(shifted) << 23);
}

}  // namespace

}  // namespace attn::kernel
