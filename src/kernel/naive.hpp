// What does one write who has a fast matrix product, and memory to spare?
#pragma once

#include <span>
#include <vector>

namespace attn::kernel {

// softmax(q·kᵀ/√d)·v with all n × n scores in memory: two products by BLAS in float32, and between
// them a softmax in place, row by row. q, k, v and the result are (n, d), row-major.
std::vector<float> naive_attention(std::span<const float> q, std::span<const float> k,
                                   std::span<const float> v, std::size_t n, std::size_t d);

}  // namespace attn::kernel
