// What does one write who has a fast matrix product, and memory to spare?
#pragma once

#include <span>
#include <vector>

#include "kernel/instruction_set.hpp"

namespace attn::kernel {

// The softmax between the products: a plain loop, or the best form of it, in vectors and by several
// threads.
struct NaiveSoftmax {
  const InstructionSet* instruction_set = nullptr;  // none: a plain loop
  std::size_t threads = 1;                          // of the vectors
};

// softmax(q·kᵀ/√d)·v with all n × n scores in memory: two products by BLAS in float32, and between
// them a softmax in place, row by row. q, k, v and the result are (n, d), row-major.
std::vector<float> naive_attention(std::span<const float> q, std::span<const float> k,
                                   std::span<const float> v, std::size_t n, std::size_t d,
                                   const NaiveSoftmax& softmax = {});

}  // namespace attn::kernel
