// Is every gradient around attention the slope that its values show?
#include "core/gradients/layer_gradients.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/gradients/central_difference.hpp"
#include "core/sample.hpp"

using namespace attn;

namespace {

constexpr double kTolerance = 1e-7;

}  // namespace

TEST_SUITE_BEGIN("the way back around attention");

TEST_CASE("gives a product's factors each other, by hand") {
  // y = x w with x = (2, 3), w = (5, 7)ᵀ, d_y = 1: d_x = (5, 7), d_w = (2, 3)ᵀ.
  const LinearGradients g = linear_gradients({{2.0, 3.0}}, {{5.0}, {7.0}}, {{1.0}});
  CHECK(largest_difference(g.x, {{5.0, 7.0}}) == 0.0);
  CHECK(largest_difference(g.w, {{2.0}, {3.0}}) == 0.0);
}

TEST_CASE("agrees with central differences through a layer norm") {
  for (const Index width : {2, 3, 8}) {
    Matrix x = sample(3, width, 5);
    const Matrix d_y = sample(3, width, 6) / 4.0;
    const Matrix slope = central_differences(x, [&] { return weighed(layer_norm(x), d_y); });
    CHECK(largest_difference(layer_norm_gradient(x, d_y), slope) <= kTolerance);
  }
}

TEST_CASE("gives a layer norm's gradients a mean of 0, whatever comes back") {
  // A row moved as a whole has the same norm.
  const Matrix d_x = layer_norm_gradient(sample(2, 5, 1), sample(2, 5, 2));
  for (Index i = 0; i < 2; ++i) {
    double sum = 0.0;
    for (const double entry : row(d_x, i)) sum += entry;
    CHECK(std::abs(sum) <= 1e-14);
  }
}

TEST_CASE("agrees with central differences through a feed-forward layer") {
  Matrix x = sample(4, 3, 1);
  FeedForward weights{sample(3, 7, 2) / 4.0, sample(7, 3, 3) / 4.0};
  const Matrix d_y = sample(4, 3, 4) / 4.0;
  const auto loss = [&] { return weighed(feed_forward(x, weights), d_y); };
  const FeedForwardGradients g = feed_forward_gradients(x, weights, d_y);
  CHECK(largest_difference(g.x, central_differences(x, loss)) <= kTolerance);
  CHECK(largest_difference(g.weights.up, central_differences(weights.up, loss)) <= kTolerance);
  CHECK(largest_difference(g.weights.down, central_differences(weights.down, loss)) <= kTolerance);
}

TEST_CASE("adds up what a word that stands twice receives") {
  const std::vector<Index> tokens{2, 0, 2};
  CHECK(largest_difference(embedding_gradient(tokens, {{1.0}, {2.0}, {4.0}}, 4),
                           {{2.0}, {0.0}, {5.0}, {0.0}}) == 0.0);
}

TEST_CASE("loses ln 4 on four equal logits, and pulls the right one up, by hand") {
  const CrossEntropy asked = cross_entropy({{0.0, 0.0, 0.0, 0.0}}, std::vector<Index>{1});
  CHECK(asked.loss == doctest::Approx(std::log(4.0)));
  CHECK(largest_difference(asked.d_logits, {{0.25, -0.75, 0.25, 0.25}}) <= 1e-15);
}

TEST_CASE("agrees with central differences through the loss, rows that ask nothing left out") {
  Matrix logits = sample(4, 5, 9);
  const std::vector<Index> targets{3, kNoTarget, 0, 4};
  const Matrix slope =
      central_differences(logits, [&] { return cross_entropy(logits, targets).loss; });
  CHECK(largest_difference(cross_entropy(logits, targets).d_logits, slope) <= kTolerance);
}

TEST_CASE("refuses another number of tokens or targets than rows") {
  CHECK_THROWS_AS(cross_entropy(sample(2, 3, 1), std::vector<Index>{0}), std::logic_error);
  CHECK_THROWS_AS(embedding_gradient(std::vector<Index>{0}, sample(2, 3, 1), 3), std::logic_error);
}

TEST_SUITE_END();
