// Four floats a vector, in plain C++ with GCC's vector types: what any processor can do.
#include "kernel/compiled.hpp"
#include "kernel/plain_simd.hpp"

namespace attn::kernel {

namespace {

using Floats = float __attribute__((vector_size(16)));
using Integers = int __attribute__((vector_size(16)));

struct Portable : PlainSimd<Floats, Integers> {
  static constexpr std::size_t kRows = 4;
};

}  // namespace

extern const InstructionSet kPortable;
constexpr InstructionSet kPortable = instruction_set<Portable>("portable");

}  // namespace attn::kernel
