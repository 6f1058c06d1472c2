// The tiles of AVX-512, 12 rows of 2 × 16 floats, in plain C++: their logic runs on any processor.
#include "kernel/wide_tiles.hpp"

#include "kernel/tiles.hpp"

namespace attn::kernel {

namespace {

struct Wide {
  using Vector = float __attribute__((vector_size(64)));
  using Bits = int __attribute__((vector_size(64)));
  static constexpr std::size_t kRows = 12;

  ATTN_INLINE static Vector multiply_add(Vector a, Vector b, Vector c) { return a * b + c; }
  ATTN_INLINE static Vector larger(Vector a, Vector b) { return a > b ? a : b; }
};

}  // namespace

const InstructionSet& wide_tiles() {
  static constexpr InstructionSet kWide = instruction_set<Wide>("12 × 32");
  return kWide;
}

}  // namespace attn::kernel
