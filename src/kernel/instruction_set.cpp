#include "kernel/instruction_set.hpp"

#include <vector>

namespace attn::kernel {

// Each is in a file of its own, compiled for its own instructions.
extern const InstructionSet kPortable;
#if defined(__x86_64__)
extern const InstructionSet kAvx2, kAvx512;
#endif

namespace {

std::vector<const InstructionSet*> supported() {
  std::vector<const InstructionSet*> sets;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) sets.push_back(&kAvx512);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) sets.push_back(&kAvx2);
#endif
  sets.push_back(&kPortable);
  return sets;
}

}  // namespace

std::span<const InstructionSet* const> instruction_sets() {
  static const std::vector<const InstructionSet*> kSets = supported();
  return kSets;
}

}  // namespace attn::kernel
