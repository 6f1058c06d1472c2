// Eight floats a vector, fused multiply-adds, 16 registers: 12 of them hold a tile of 6 × 16.
#if defined(__x86_64__)

#include <immintrin.h>

#include "kernel/tiles.hpp"

namespace attn::kernel {

namespace {

struct Avx2 {
  using Vector = float __attribute__((vector_size(32)));
  using Bits = int __attribute__((vector_size(32)));
  static constexpr std::size_t kRows = 6;

  ATTN_INLINE static Vector multiply_add(Vector a, Vector b, Vector c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  ATTN_INLINE static Vector larger(Vector a, Vector b) { return _mm256_max_ps(a, b); }
};

}  // namespace

extern const InstructionSet kAvx2;
constexpr InstructionSet kAvx2 = instruction_set<Avx2>("AVX2");

}  // namespace attn::kernel

#endif
