// Do the threads of the kernel ever touch the same memory at once? Built with ThreadSanitizer,
// which says so and makes the exit status 66.
#include <vector>

#include "kernel/attention.hpp"
#include "kernel/crew.hpp"

using namespace attn::kernel;

int main() {
  Crew crew(3);
  for (const Causal causal : {Causal::no, Causal::bottom_right}) {
    for (const std::size_t n : {1, 100, 700}) {
      for (Crew* const waiting : {static_cast<Crew*>(nullptr), &crew, &crew}) {
        const Shape shape{4, 2, n, n, 16, 16};
        const std::vector<float> q(4 * n * 16, 0.5F), k(2 * n * 16, 0.25F), v(2 * n * 16, 1.0F);
        for (const float x :
             attention(q, k, v, shape, {.causal = causal, .threads = 5, .crew = waiting})) {
          if (!(x > 0.999F && x < 1.001F)) return 1;  // an average of ones
        }
      }
    }
  }
}
