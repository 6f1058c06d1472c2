#include "core/random/loops.hpp"

#if !defined(__x86_64__)

const attn::Loops* attn::avx2_loops() { return nullptr; }

#else

#include <immintrin.h>

#include <algorithm>
#include <array>

#include "core/random/ziggurat.hpp"

#define ATTN_AVX2 __attribute__((target("avx2")))

namespace attn {

namespace {

constexpr std::size_t kVectors = 4;           // in flight together, to hide latencies
constexpr std::size_t kLanes = 4 * kVectors;  // streams that each take every kLanes-th word

constexpr std::uint64_t low(Unsigned128 x) { return static_cast<std::uint64_t>(x); }
constexpr std::uint64_t high(Unsigned128 x) { return static_cast<std::uint64_t>(x >> 64); }

ATTN_AVX2 inline __m256i all(std::uint64_t x) {
  return _mm256_set1_epi64x(static_cast<long long>(x));
}

ATTN_AVX2 inline __m256i load(const std::uint64_t* x) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x));
}

ATTN_AVX2 inline void store(std::uint64_t* to, __m256i x) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x);
}

// Four states of 128 bits, in halves.
struct States {
  __m256i low, high;
};

// A leap, its factor and term in the digits that WideLeap::operator() multiplies with.
struct WideLeap {
  __m256i factor0, factor1, factor2;  // 32-bit digits, the lowest first
  __m256i low_swapped, high_swapped;  // halves of the factor with their digits exchanged
  __m256i term0, term1, term_high;    // two digits and a half

  ATTN_AVX2 explicit WideLeap(const Leap& leap)
      : factor0(all(low(leap.factor) & 0xffffffff)),
        factor1(all(low(leap.factor) >> 32)),
        factor2(all(high(leap.factor) & 0xffffffff)),
        low_swapped(all(low(leap.factor) >> 32 | low(leap.factor) << 32)),
        high_swapped(all(high(leap.factor) >> 32 | high(leap.factor) << 32)),
        term0(all(low(leap.term) & 0xffffffff)),
        term1(all(low(leap.term) >> 32)),
        term_high(all(high(leap.term))) {}

  // factor·state + term (mod 2^128), by long multiplication in base 2^32, since AVX2 multiplies no
  // wider. A product of two digits leaves room for two more digits in its 64 bits, (2^32−1)² +
  // 2(2^32−1) = 2^64−1, so that neither the term nor a carry ever overflows.
  ATTN_AVX2 inline States operator()(const States& s) const {
    const __m256i digit1 = _mm256_srli_epi64(s.low, 32);
    const __m256i p0 = _mm256_add_epi64(_mm256_mul_epu32(s.low, factor0), term0);
    const __m256i p1 = _mm256_add_epi64(_mm256_add_epi64(_mm256_mul_epu32(digit1, factor0), term1),
                                        _mm256_srli_epi64(p0, 32));
    const __m256i q1 =
        _mm256_add_epi64(_mm256_mul_epu32(s.low, factor1), _mm256_and_si256(p1, all(0xffffffff)));
    const __m256i p2 =
        _mm256_add_epi64(_mm256_add_epi64(_mm256_srli_epi64(p1, 32), _mm256_srli_epi64(q1, 32)),
                         _mm256_mul_epu32(digit1, factor1));
    const __m256i q2 =
        _mm256_add_epi64(_mm256_mul_epu32(s.low, factor2), _mm256_mul_epu32(s.high, factor0));
    // Of the products that start at digit 3 only the lower digit counts: 32-bit multiplication.
    const __m256i pairs = _mm256_add_epi32(_mm256_mullo_epi32(s.low, high_swapped),
                                           _mm256_mullo_epi32(s.high, low_swapped));
    const __m256i digit3 = _mm256_add_epi32(pairs, _mm256_slli_epi64(pairs, 32));
    const __m256i p3 = _mm256_blend_epi32(_mm256_setzero_si256(), digit3, 0b10101010);
    return {_mm256_blend_epi32(p0, _mm256_slli_epi64(q1, 32), 0b10101010),
            _mm256_add_epi64(_mm256_add_epi64(p2, p3), _mm256_add_epi64(q2, term_high))};
  }
};

// The output function of PCG XSL RR.
ATTN_AVX2 inline __m256i folded(const States& s) {
  const __m256i x = _mm256_xor_si256(s.low, s.high);
  const __m256i turn = _mm256_srli_epi64(s.high, 58);
  return _mm256_or_si256(_mm256_srlv_epi64(x, turn),
                         _mm256_sllv_epi64(x, _mm256_sub_epi64(all(64), turn)));
}

// Lane l holds words l, l + kLanes, l + 2·kLanes, …: every lane leaps over the words of the others.
ATTN_AVX2 void words(Pcg64 engine, std::uint64_t* words, std::size_t count) {
  std::array<std::uint64_t, kLanes> lows, highs;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    engine.next();
    lows[lane] = low(engine.state);
    highs[lane] = high(engine.state);
  }
  States states[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) states[v] = {load(&lows[4 * v]), load(&highs[4 * v])};
  const WideLeap leap(repeated(engine.step(), kLanes));
  for (std::size_t i = 0; i < count; i += kLanes) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) {
      store(words + i + 4 * v, folded(states[v]));
      states[v] = leap(states[v]);
    }
  }
}

// The layers of two words, side by side: step, limit, step, limit.
ATTN_AVX2 inline __m256d layers(std::uint64_t a, std::uint64_t b) {
  return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&kLayers[layer_of(a)].step)),
                              _mm_loadu_pd(&kLayers[layer_of(b)].step), 1);
}

// Four first tries; the result has bit i set where word i was refused.
ATTN_AVX2 inline unsigned four_first_tries(const std::uint64_t* words, double* values) {
  const __m256i word = load(words);
  const __m256d even = layers(words[0], words[2]);
  const __m256d odd = layers(words[1], words[3]);
  const __m256d step = _mm256_unpacklo_pd(even, odd);
  const __m256d limit = _mm256_unpackhi_pd(even, odd);
  // Put below the exponent of 2^52, a place of 52 bits reads as 2^52 + place.
  const __m256i bits = _mm256_and_si256(_mm256_srli_epi64(word, 9), all(0x000fffffffffffff));
  const __m256d place = _mm256_sub_pd(
      _mm256_castsi256_pd(_mm256_or_si256(bits, all(0x4330000000000000))), _mm256_set1_pd(0x1p52));
  const __m256d sign =
      _mm256_and_pd(_mm256_castsi256_pd(_mm256_slli_epi64(word, 55)), _mm256_set1_pd(-0.0));
  _mm256_storeu_pd(values, _mm256_xor_pd(_mm256_mul_pd(place, step), sign));
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(place, limit, _CMP_GE_OQ)));
}

ATTN_AVX2 void first_tries(const std::uint64_t* words, double* values, std::uint64_t* refused,
                           std::size_t count) {
  for (std::size_t block = 0; block < count; block += 64) {
    std::uint64_t bits = 0;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 64; i += 4) {
      bits |= std::uint64_t{four_first_tries(words + block + i, values + block + i)} << i;
    }
    refused[block / 64] = bits;
  }
}

ATTN_AVX2 inline __m256d products(const double* a, const double* b) {
  return _mm256_mul_pd(_mm256_loadu_pd(a), _mm256_loadu_pd(b));
}

ATTN_AVX2 double dot(const double* a, const double* b, std::size_t count) {
  __m256d sums[4] = {};
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < 4; ++v) {
      sums[v] = _mm256_add_pd(sums[v], products(a + i + 4 * v, b + i + 4 * v));
    }
  }
  if (i < count) {
    std::array<double, 16> rest_a{}, rest_b{};  // adding 0·0 changes no sum
    std::copy(a + i, a + count, rest_a.begin());
    std::copy(b + i, b + count, rest_b.begin());
    for (std::size_t v = 0; v < 4; ++v) {
      sums[v] = _mm256_add_pd(sums[v], products(&rest_a[4 * v], &rest_b[4 * v]));
    }
  }
  const __m256d eight =
      _mm256_add_pd(_mm256_add_pd(sums[0], sums[2]), _mm256_add_pd(sums[1], sums[3]));
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(eight), _mm256_extractf128_pd(eight, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

}  // namespace

const Loops* avx2_loops() {
  static constexpr Loops kLoops{words, first_tries, dot};
  static const bool kSupported = __builtin_cpu_supports("avx2");
  return kSupported ? &kLoops : nullptr;
}

}  // namespace attn

#endif
