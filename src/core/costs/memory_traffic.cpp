#include "core/costs/memory_traffic.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn {

namespace {

void check(std::initializer_list<Integer> sizes) {
  constexpr Integer kMost = Integer{1} << 31;
  for (const Integer size : sizes) {
    if (size < 1 || size > kMost) throw std::logic_error("traffic: a size is not 1 to 2^31");
  }
}

}  // namespace

Traffic naive_traffic(const HeadShape& shape) {
  const auto [n, d_k, d_v] = shape;
  check({n, d_k, d_v});
  const Integer scores = n * n, weights = n * n;
  return {.loads = 2 * n * d_k + scores + weights + n * d_v, .stores = scores + weights + n * d_v};
}

Traffic flash_traffic(const HeadShape& shape, Integer block, bool causal) {
  const auto [n, d_k, d_v] = shape;
  check({n, d_k, d_v, block});
  Integer keys_met = 0;  // by each block of queries, added up
  for (Integer first = 0; first < n; first += block) {
    keys_met += causal ? std::min(first + block, n) : n;
  }
  return {.loads = n * d_k + keys_met * (d_k + d_v), .stores = n * d_v};
}

Integer flash_fast_memory(const HeadShape& shape, Integer block) {
  const auto [n, d_k, d_v] = shape;
  check({n, d_k, d_v, block});
  const Integer rows = std::min(block, n);
  return 2 * rows * d_k + 2 * rows * d_v + rows * rows + 2 * rows;
}

}  // namespace attn
