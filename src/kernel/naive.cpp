#include "kernel/naive.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/thread_team.hpp"

// The Fortran interface, which every BLAS has: column-major, so that a row-major matrix is its
// transpose.
extern "C" void sgemm_(const char* transpose_a, const char* transpose_b, const int* rows,
                       const int* columns, const int* inner, const float* alpha, const float* a,
                       const int* a_step, const float* b, const int* b_step, const float* beta,
                       float* c, const int* c_step);

namespace attn::kernel {

namespace {

void softmax_in_place(std::span<float> row) {
  const float peak = *std::max_element(row.begin(), row.end());
  float sum = 0.0F;
  for (float& x : row) sum += x = std::exp(x - peak);
  for (float& x : row) x /= sum;
}

void softmax_rows(std::span<float> scores, std::size_t n, const NaiveSoftmax& softmax) {
  if (softmax.instruction_set == nullptr) {
    for (std::size_t i = 0; i < n; ++i) softmax_in_place(scores.subspan(i * n, n));
    return;
  }
  ThreadTeam team(softmax.threads);
  team.run([&](std::size_t member) {
    for (std::size_t i = member; i < n; i += team.size()) {
      softmax.instruction_set->softmax(scores.data() + i * n, n);
    }
  });
}

}  // namespace

std::vector<float> naive_attention(std::span<const float> q, std::span<const float> k,
                                   std::span<const float> v, std::size_t n, std::size_t d,
                                   const NaiveSoftmax& softmax) {
  const int tokens = static_cast<int>(n), width = static_cast<int>(d);
  const float scale = 1.0F / std::sqrt(static_cast<float>(d)), one = 1.0F, zero = 0.0F;
  std::vector<float> scores(n * n), output(n * d);
  sgemm_("T", "N", &tokens, &tokens, &width, &scale, k.data(), &width, q.data(), &width, &zero,
         scores.data(), &tokens);
  softmax_rows(scores, n, softmax);
  sgemm_("N", "N", &width, &tokens, &tokens, &one, v.data(), &width, scores.data(), &tokens, &zero,
         output.data(), &width);
  return output;
}

}  // namespace attn::kernel
