// What does a tile need of a vector of floats, whatever its width?
//
// `Simd` names a vector type and integers of the same size, which have the arithmetic of their
// elements (GCC's vector extension), and adds what the extension lacks: multiply_add(a, b, c) is
// a·b + c; larger(a, b) is b where either is NaN; nearest(x) is the nearest whole number, and
// times_power(x, n) is x·2^n for whole n, 0 where n is kLeastPower. See compiled.hpp
// for the unnamed namespace.
#pragma once

#include <cstddef>
#include <utility>

#define ATTN_INLINE [[gnu::always_inline]] inline
#define ATTN_INLINE_LAMBDA __attribute__((always_inline))

namespace attn::kernel {

namespace {

using Size = std::size_t;

constexpr float kMinusInfinity = -__builtin_inff();
constexpr float kLog2E = 1.44269504F;

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

// The first `count` lanes, from and to any address; the others are 0, and not stored.
template <typename Simd>
ATTN_INLINE Vector<Simd> load_some(const float* from, Size count) {
  Vector<Simd> x = {};
  if (count >= kLanes<Simd>) {
    __builtin_memcpy(&x, from, sizeof x);
  } else {
    for (Size i = 0; i < count; ++i) x[i] = from[i];
  }
  return x;
}

template <typename Simd>
ATTN_INLINE void store_some(float* to, Vector<Simd> x, Size count) {
  if (count >= kLanes<Simd>) {
    __builtin_memcpy(to, &x, sizeof x);
  } else {
    for (Size i = 0; i < count; ++i) to[i] = x[i];
  }
}

template <typename Simd>
ATTN_INLINE Vector<Simd> broadcast(float x) {
  return x - Vector<Simd>{};
}

template <int half, typename V, int... lane>
ATTN_INLINE void exchange_halves(V& above, V& below, std::integer_sequence<int, lane...>) {
  constexpr int kSide = sizeof...(lane);
  const V a = above, b = below;
  above = __builtin_shufflevector(a, b, ((lane & half) != 0 ? kSide + lane - half : lane)...);
  below = __builtin_shufflevector(a, b, ((lane & half) != 0 ? kSide + lane : lane + half)...);
}

// Lane j of vector i becomes lane i of vector j: halves of the square are exchanged across its
// diagonal, then halves of the quarters, down to single lanes.
template <typename Simd, int half = kLanes<Simd> / 2>
ATTN_INLINE void transpose(Vector<Simd> (&square)[kLanes<Simd>]) {
#pragma GCC unroll 16
  for (Size i = 0; i < kLanes<Simd>; ++i) {
    if ((i & half) != 0) continue;
    exchange_halves<half>(square[i], square[i + half],
                          std::make_integer_sequence<int, kLanes<Simd>>{});
  }
  if constexpr (half > 1) transpose<Simd, half / 2>(square);
}

// (2^f − 1) / f for f in [−½, ½]. 1 + f times it is 2^f, with the smallest of the largest relative
// errors that a polynomial of degree 5 with p(0) = 1 has, 9.1e-8.
template <typename Simd>
ATTN_INLINE Vector<Simd> slope_of_exp2(Vector<Simd> f) {
  Vector<Simd> p = broadcast<Simd>(0x1.5bba14p-10F);
  p = Simd::multiply_add(p, f, broadcast<Simd>(0x1.3cea88p-7F));
  p = Simd::multiply_add(p, f, broadcast<Simd>(0x1.c6b752p-5F));
  p = Simd::multiply_add(p, f, broadcast<Simd>(0x1.ebf9bcp-3F));
  return Simd::multiply_add(p, f, broadcast<Simd>(0x1.62e42ap-1F));
}

// 2^x for x ≤ 127, relative error below 1.6e-7; 0 from Simd::kLeastPower down. x is n + f, n whole
// and f in [−½, ½].
template <typename Simd>
ATTN_INLINE Vector<Simd> exp2(Vector<Simd> x) {
  x = Simd::larger(broadcast<Simd>(Simd::kLeastPower), x);
  const Vector<Simd> n = Simd::nearest(x);
  const Vector<Simd> f = x - n;
  const Vector<Simd> p = Simd::multiply_add(slope_of_exp2<Simd>(f), f, broadcast<Simd>(1.0F));
  return Simd::times_power(p, n);
}

// tanh(x / (2 log2 e)), relative error below 1e-6: e/(e + 2) with e = 2^x − 1, which is taken
// without the 1 that would swallow it. Beyond ±30 it is ±1; a NaN stays.
template <typename Simd>
ATTN_INLINE Vector<Simd> tanh_of_half(Vector<Simd> x) {
  const Vector<Simd> most = broadcast<Simd>(30.0F);
  x = -Simd::larger(-most, -Simd::larger(-most, x));
  const Vector<Simd> n = Simd::nearest(x), f = x - n;
  const Vector<Simd> power = Simd::times_power(broadcast<Simd>(1.0F), n);
  const Vector<Simd> e = Simd::multiply_add(power, slope_of_exp2<Simd>(f) * f, power - 1.0F);
  return e / (e + 2.0F);
}

}  // namespace

}  // namespace attn::kernel
