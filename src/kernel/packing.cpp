#include "kernel/packing.hpp"

#include <algorithm>

namespace attn::kernel {

void pack_keys(const float* k, std::size_t d_k, std::size_t first, std::size_t last,
               std::size_t panel, float* packed) {
  for (std::size_t key = first; key < last; key += panel) {
    const std::size_t count = std::min(panel, last - key);
    float* to = packed + key * d_k;
    for (std::size_t c = 0; c < d_k; ++c, to += panel) {
      for (std::size_t j = 0; j < count; ++j) to[j] = k[(key + j) * d_k + c];
      std::fill(to + count, to + panel, 0.0F);
    }
  }
}

void pack_values(const float* v, std::size_t keys, std::size_t d_v, std::size_t first,
                 std::size_t last, std::size_t panel, float* packed) {
  for (std::size_t column = 0; column < d_v; column += panel) {
    const std::size_t count = std::min(panel, d_v - column);
    float* to = packed + keys * column + first * panel;
    for (std::size_t key = first; key < last; ++key, to += panel) {
      std::copy_n(v + key * d_v + column, count, to);
      std::fill(to + count, to + panel, 0.0F);
    }
  }
}

}  // namespace attn::kernel
