// Do the threads of the kernel ever touch the same memory at once? Built with ThreadSanitizer,
// which says so and makes the exit status 66.
#include <vector>

#include "kernel/flash_attention.hpp"
#include "kernel/workspace.hpp"

using namespace attn::kernel;

int main() {
  Workspace kept(3);
  const std::vector<float> mask(700), sinks(4, -1e9F);
  for (const Causal causal : {Causal::no, Causal::bottom_right}) {
    for (const std::size_t n : {1, 100, 700}) {
      for (Workspace* const workspace : {static_cast<Workspace*>(nullptr), &kept, &kept}) {
        const Shape shape{4, 2, n, n, 16, 16};
        const std::vector<float> q(4 * n * 16, 0.5F), k(2 * n * 16, 0.25F), v(2 * n * 16, 1.0F);
        for (const float x : flash_attention(
                 q, k, v, shape, {.causal = causal, .threads = 5, .workspace = workspace})) {
          if (!(x > 0.999F && x < 1.001F)) return 1;  // an average of ones
        }
        for (const float x : flash_attention(q, k, v, shape,
                                             {.causal = causal,
                                             .softcap = 2.0F,
                                             .mask = Mask{mask, 0, 0, 1},
                                             .sinks = sinks,
                                             .threads = 5,
                                             .workspace = workspace})) {
          if (!(x > 0.999F && x < 1.001F)) return 1;
        }
      }
    }
  }
}
