// Four floats a vector, in plain C++ with GCC's vector types: what any processor can do.
#include "kernel/tiles.hpp"

namespace attn::kernel {

namespace {

struct Portable {
  using Vector = float __attribute__((vector_size(16)));
  using Bits = int __attribute__((vector_size(16)));
  static constexpr std::size_t kRows = 6;

  ATTN_INLINE static Vector multiply_add(Vector a, Vector b, Vector c) { return a * b + c; }
  ATTN_INLINE static Vector larger(Vector a, Vector b) { return a > b ? a : b; }
};

}  // namespace

extern const InstructionSet kPortable;
constexpr InstructionSet kPortable = instruction_set<Portable>("portable");

}  // namespace attn::kernel
