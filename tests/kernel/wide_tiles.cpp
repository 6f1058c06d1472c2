// The tiles of AVX-512, 8 rows of 3 × 16 floats, in plain C++: their logic runs on any processor.
#include "kernel/wide_tiles.hpp"

#include "kernel/compiled.hpp"
#include "kernel/plain_simd.hpp"

namespace attn::kernel {

namespace {

using Floats = float __attribute__((vector_size(64)));
using Integers = int __attribute__((vector_size(64)));

struct Wide : PlainSimd<Floats, Integers> {
  static constexpr std::size_t kRows = 8;
};

}  // namespace

const InstructionSet& wide_tiles() {
  static constexpr InstructionSet kWide = instruction_set<Wide>("8 × 48");
  return kWide;
}

}  // namespace attn::kernel
