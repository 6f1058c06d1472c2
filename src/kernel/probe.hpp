// How fast can this processor multiply and add at all?
#pragma once

#include "kernel/instruction_set.hpp"

namespace attn::kernel {

// Floating-point operations per second of `threads` threads that multiply and add in registers
// alone, the most of several stretches of some milliseconds. What a kernel reaches is a share of
// it; where two probes differ, something else was using the processor.
double peak_rate(const InstructionSet& set, std::size_t threads);

// Bytes per second that `threads` threads read from memory, more than caches hold, the most of
// several times.
double read_rate(const InstructionSet& set, std::size_t threads);

}  // namespace attn::kernel
