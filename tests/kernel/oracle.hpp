// Attention in double precision, score by score, for whatever the kernel is asked to do.
#pragma once

#include <vector>

#include "kernel/flash_attention.hpp"
#include "kernel/instruction_set.hpp"

namespace attn::kernel {

using Floats = std::vector<float>;

struct Inputs {
  Shape shape;
  Floats q, k, v;
};
Inputs random_inputs(const Shape& shape, float spread = 1.0F, unsigned seed = 1);

Floats attend(const Inputs& in, const Options& options = {});

// Of the options, all but threads, workspace and instructions count.
std::vector<double> oracle(const Inputs& in, const Options& options);

// The largest difference; NaN where a number is one.
double error_of(const Floats& output, const std::vector<double>& expected);
double error_of(const Inputs& in, const Options& options);

// Every way of computing that this machine can run, and tiles as large as those of AVX-512.
std::vector<const InstructionSet*> all_sets();

}  // namespace attn::kernel
