// Do several heads compute what the formula says, and do shared ones equal repeated ones?
#include "core/multi_head.hpp"

#include <doctest/doctest.h>

using namespace attn;

namespace {

const Matrix kQ{{0.1, -0.4, 0.9, 0.3}, {0.7, 0.2, -0.6, 0.8}, {-0.5, 1.1, 0.4, -0.2}};
const Matrix kK{{0.3, 0.8, -0.1, 0.5}, {-0.9, 0.4, 0.6, 0.2}, {0.2, -0.7, 0.1, 1.0}};
const Matrix kV{{1.0, 2.0, 3.0, 4.0}, {-1.0, 0.5, 0.0, 2.0}, {0.3, -2.0, 1.0, -1.0}};
const Matrix kWo{{0.2, 0.5}, {-0.3, 0.1}, {0.9, -0.4}, {0.6, 0.7}};

}  // namespace

TEST_SUITE_BEGIN("multi-head attention");

TEST_CASE("with one head and the identity for W_O is attention") {
  const MultiHead m = multi_head_attention(kQ, kK, kV, xt::eye<double>(4), 1, 1);
  CHECK(largest_difference(m.output, attention(kQ, kK, kV).output) < 1e-15);
}

TEST_CASE("gives each head its own components, and divides by the root of their number") {
  const MultiHead m = multi_head_attention(kQ, kK, kV, kWo, 2, 2);
  CHECK(m.heads[1].scale == doctest::Approx(1.0 / std::sqrt(2.0)));
  CHECK(m.heads[1].scores(0, 2) == doctest::Approx(0.9 * 0.1 + 0.3 * 1.0));
  CHECK(columns(m.joined) == 4);
}

TEST_CASE("adds up to the parts of its heads") {
  const MultiHead m = multi_head_attention(kQ, kK, kV, kWo, 2, 2);
  const Matrix sum = head_part(m, kWo, 0) + head_part(m, kWo, 1);
  CHECK(largest_difference(sum, m.output) < 1e-15);
}

TEST_CASE("with shared KV heads equals the same heads repeated") {
  const Matrix k = pooled_heads(kK, 4, 2), v = pooled_heads(kV, 4, 2);
  const MultiHead shared = multi_head_attention(kQ, k, v, kWo, 4, 2);
  const MultiHead repeated =
      multi_head_attention(kQ, repeated_heads(k, 4, 2), repeated_heads(v, 4, 2), kWo, 4, 4);
  CHECK(largest_difference(shared.output, repeated.output) == 0.0);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("pooled heads");

TEST_CASE("are the means of neighbours") {
  const Matrix pooled = pooled_heads(Matrix{{1.0, 3.0, 10.0, 30.0}}, 4, 2);
  CHECK(largest_difference(pooled, Matrix{{2.0, 20.0}}) == 0.0);
  CHECK(largest_difference(repeated_heads(pooled, 4, 2), Matrix{{2.0, 2.0, 20.0, 20.0}}) == 0.0);
}

TEST_CASE("are the heads themselves where nothing is shared") {
  CHECK(largest_difference(pooled_heads(kK, 2, 2), kK) == 0.0);
}

TEST_SUITE_END();
