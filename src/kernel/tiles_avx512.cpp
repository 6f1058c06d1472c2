// Sixteen floats a vector and 32 registers: 24 of them hold a tile of 8 × 48.
#if defined(__x86_64__)

#include <immintrin.h>

#include "kernel/compiled.hpp"

namespace attn::kernel {

namespace {

struct Avx512 {
  using Vector = float __attribute__((vector_size(64)));
  using Bits = int __attribute__((vector_size(64)));
  static constexpr std::size_t kRows = 8;
  static constexpr float kLeastPower = -160.0F;

  ATTN_INLINE static Vector multiply_add(Vector a, Vector b, Vector c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  ATTN_INLINE static Vector larger(Vector a, Vector b) { return _mm512_max_ps(a, b); }
  ATTN_INLINE static Vector nearest(Vector x) {
    return _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  }
  ATTN_INLINE static Vector times_power(Vector x, Vector n) { return _mm512_scalef_ps(x, n); }
};

}  // namespace

extern const InstructionSet kAvx512;
constexpr InstructionSet kAvx512 = instruction_set<Avx512>("AVX-512");

}  // namespace attn::kernel

#endif
