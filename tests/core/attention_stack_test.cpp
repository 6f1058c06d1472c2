// Do the parts of a deep vector add up to it, each word's from that word alone?
#include "core/attention_stack.hpp"

#include <doctest/doctest.h>

#include "core/mask.hpp"
#include "core/rows.hpp"

using namespace attn;

namespace {

// Two tokens, two components, everything the identity; scaled so that weights come out as written.
const Matrix kX{{1.0, 0.0}, {0.0, 1.0}};
const Matrix kUnit{{1.0, 0.0}, {0.0, 1.0}};
const std::vector<Matrix> kWeights{Matrix{{0.5, 0.5}, {0.25, 0.75}},
                                   Matrix{{1.0, 0.0}, {0.5, 0.5}}};

}  // namespace

TEST_SUITE_BEGIN("rollout");

TEST_CASE("multiplies half of each map and half of the identity, last layer first") {
  // (½A₁ + ½I) = [¾ ¼; ⅛ ⅞], (½A₂ + ½I) = [1 0; ¼ ¾]; their product by hand:
  const Matrix expected{{0.75, 0.25}, {0.25 * 0.75 + 0.75 * 0.125, 0.25 * 0.25 + 0.75 * 0.875}};
  CHECK(largest_difference(rollout(kWeights), expected) < 1e-15);
}

TEST_CASE("keeps rows that sum to 1, and the zeros of a causal mask") {
  const Matrix causal{{1.0, 0.0}, {0.3, 0.7}};
  const Matrix rolled = rollout(std::vector<Matrix>{causal, causal, causal});
  CHECK(rolled(0, 1) == 0.0);
  CHECK(std::abs(row_sum(rolled)(1) - 1.0) < 1e-15);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("the parts of a vector");

TEST_CASE("are by hand what each token brought through two layers") {
  // x₁ = x + A₁x = [1.5 0.5; 0.25 1.75]; x₂ = x₁ + A₂x₁, row 1: [0.25 1.75] + ½[1.75 2.25]
  const Matrix parts = token_contributions(kX, kUnit, kWeights, 1);
  const Matrix expected{{1.125, 0.0}, {0.0, 2.875}};
  CHECK(largest_difference(parts, expected) < 1e-15);
}

TEST_CASE("add up to the vector that a stack of layers computes") {
  const Matrix x{{0.3, -1.2}, {0.8, 0.5}, {-0.4, 0.9}};
  const Matrix w_q{{0.5, -0.3}, {0.2, 0.7}}, w_k{{-0.1, 0.6}, {0.4, 0.3}},
      w_v{{0.9, 0.1}, {-0.5, 0.4}};
  const AttentionStack stack = attention_stack(x, w_q, w_k, w_v, 3, {.mask = causal_mask(3)});
  REQUIRE(stack.states.size() == 4);
  for (Index i = 0; i < 3; ++i) {
    const Vector sums = row_sum(transposed(token_contributions(x, w_v, weights_of(stack), i)));
    for (Index c = 0; c < 2; ++c) CHECK(std::abs(sums(c) - stack.states[3](i, c)) < 1e-14);
  }
}

TEST_CASE("are nothing for a token that a mask hides") {
  const Matrix x{{0.3, -1.2}, {0.8, 0.5}, {-0.4, 0.9}};
  const AttentionStack stack = attention_stack(x, kUnit, kUnit, kUnit, 2, {.mask = causal_mask(3)});
  const Matrix parts = token_contributions(x, kUnit, weights_of(stack), 1);
  CHECK(parts(2, 0) == 0.0);
  CHECK(parts(2, 1) == 0.0);
}

TEST_SUITE_END();
