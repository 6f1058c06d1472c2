// What does a tile need of a vector of floats, whatever its width?
//
// `Simd` names a vector type and integers of the same size, which have the arithmetic of their
// elements (GCC's vector extension), and adds what the extension lacks: multiply_add(a, b, c) is
// a·b + c; larger(a, b) is b where either is NaN; nearest(x) is the nearest whole number, and
// times_power(x, n) is x·2^n for whole n from kLeastPower to 127, 0 at kLeastPower. See tiles.hpp
// for the unnamed namespace.
#pragma once

#include <cstddef>

#define ATTN_INLINE [[gnu::always_inline]] inline

namespace attn::kernel {

namespace {

using Size = std::size_t;

constexpr float kMinusInfinity = -__builtin_inff();

template <typename Simd>
using Vector = typename Simd::Vector;

template <typename Simd>
using Bits = typename Simd::Bits;

template <typename Simd>
constexpr Size kLanes = sizeof(Vector<Simd>) / sizeof(float);

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
ATTN_INLINE Vector<Simd> broadcast(float x) {
  return x - Vector<Simd>{};
}

// 2^x for x ≤ 127, relative error below 1.6e-7; 0 from Simd::kLeastPower down. x is n + f, n whole
// and f in [−½, ½]; 2^f is a polynomial with p(0) = 1 whose largest relative error is the smallest
// that degree 5 allows, 9.1e-8.
template <typename Simd>
ATTN_INLINE Vector<Simd> exp2(Vector<Simd> x) {
  x = Simd::larger(broadcast<Simd>(Simd::kLeastPower), x);
  const Vector<Simd> n = Simd::nearest(x);
  const Vector<Simd> f = x - n;
  Vector<Simd> p = broadcast<Simd>(0x1.5bba14p-10F);
  p = Simd::multiply_add(p, f, broadcast<Simd>(0x1.3cea88p-7F));
  p = Simd::multiply_add(p, f, broadcast<Simd>(0x1.c6b752p-5F));
  p = Simd::multiply_add(p, f, broadcast<Simd>(0x1.ebf9bcp-3F));
  p = Simd::multiply_add(p, f, broadcast<Simd>(0x1.62e42ap-1F));
  p = Simd::multiply_add(p, f, broadcast<Simd>(1.0F));
  return Simd::times_power(p, n);
}

}  // namespace

}  // namespace attn::kernel
