// Eight floats a vector, fused multiply-adds, 16 registers: 12 of them hold a tile of 4 × 24.
#if defined(__x86_64__)

#include <immintrin.h>

#include "kernel/compiled.hpp"

namespace attn::kernel {

namespace {

struct Avx2 {
  using Vector = float __attribute__((vector_size(32)));
  using Bits = int __attribute__((vector_size(32)));
  static constexpr std::size_t kRows = 4;
  static constexpr float kLeastPower = -127.0F;

  ATTN_INLINE static Vector multiply_add(Vector a, Vector b, Vector c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  ATTN_INLINE static Vector larger(Vector a, Vector b) { return _mm256_max_ps(a, b); }
  ATTN_INLINE static Vector nearest(Vector x) {
    return _mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  ATTN_INLINE static Vector times_power(Vector x, Vector n) {
    const __m256i exponent = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127));
    return x * _mm256_castsi256_ps(_mm256_slli_epi32(exponent, 23));
  }
};

}  // namespace

extern const InstructionSet kAvx2;
constexpr InstructionSet kAvx2 = instruction_set<Avx2>("AVX2");

}  // namespace attn::kernel

#endif
