// Is every gradient through attention the slope that its values show?
#include "core/gradients/attention_gradients.hpp"

#include <doctest/doctest.h>

#include "core/gradients/central_difference.hpp"
#include "core/mask.hpp"
#include "core/sample.hpp"

using namespace attn;

namespace {

constexpr double kTolerance = 1e-7;

}  // namespace

TEST_SUITE_BEGIN("the way back through attention");

TEST_CASE("gives a pair of equal weights opposite gradients, by hand") {
  // a = (1/2, 1/2), d = (1, 0): a ∘ (d − 1/2) = (1/4, −1/4).
  CHECK(largest_difference(softmax_gradient({{0.5, 0.5}}, {{1.0, 0.0}}), {{0.25, -0.25}}) == 0.0);
}

TEST_CASE("passes hardly anything through a saturated softmax") {
  // a = (0.99, 0.01), d = (1, 0), mean 0.99: (0.99 · 0.01, −0.01 · 0.99), by hand.
  CHECK(largest_difference(softmax_gradient({{0.99, 0.01}}, {{1.0, 0.0}}), {{0.0099, -0.0099}}) <=
        1e-15);
}

TEST_CASE("agrees with central differences for random shapes, scales and masks") {
  unsigned seed = 1;
  for (const Index queries : {1, 3, 6}) {
    for (const Index keys : {3, 6}) {
      for (const double scale : {0.2, 1.0}) {
        Matrix q = sample(queries, 4, seed++) / 4.0, k = sample(keys, 4, seed++) / 4.0,
               v = sample(keys, 5, seed++) / 4.0;
        const Matrix d_output = sample(queries, 5, seed++) / 4.0;
        AttentionOptions options{.scale = scale};
        if (queries <= keys) options.mask = causal_mask(queries, keys);
        const auto loss = [&] { return weighed(attention(q, k, v, options).output, d_output); };
        const AttentionGradients g =
            attention_gradients(q, k, v, attention(q, k, v, options).weights, scale, d_output);
        CAPTURE(queries);
        CAPTURE(keys);
        CHECK(largest_difference(g.q, central_differences(q, loss)) <= kTolerance);
        CHECK(largest_difference(g.k, central_differences(k, loss)) <= kTolerance);
        CHECK(largest_difference(g.v, central_differences(v, loss)) <= kTolerance);
      }
    }
  }
}

TEST_CASE("gives a hidden key and its value nothing") {
  const Matrix q = sample(3, 2, 1), k = sample(3, 2, 2), v = sample(3, 2, 3);
  Mask hidden = xt::zeros<bool>({3, 3});
  for (Index i = 0; i < 3; ++i) hidden(i, 2) = true;
  const Matrix weights = attention(q, k, v, {.scale = 1.0, .mask = hidden}).weights;
  const AttentionGradients g = attention_gradients(q, k, v, weights, 1.0, sample(3, 2, 4));
  for (Index c = 0; c < 2; ++c) {
    CHECK(g.k(2, c) == 0.0);
    CHECK(g.v(2, c) == 0.0);
  }
}

TEST_CASE("refuses weights and gradients of different shapes") {
  CHECK_THROWS_AS(softmax_gradient(sample(2, 3, 1), sample(3, 2, 1)), std::logic_error);
}

TEST_SUITE_END();
