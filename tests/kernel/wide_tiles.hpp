// A set of instructions for tests: tiles as large as those of AVX-512, in plain C++.
#pragma once

#include "kernel/instruction_set.hpp"

namespace attn::kernel {

const InstructionSet& wide_tiles();

}  // namespace attn::kernel
