// Do sinks stay visible, and does a score without a key take its share?
#include "core/sinks.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/rows.hpp"
#include "core/softmax.hpp"

using namespace attn;

TEST_SUITE_BEGIN("a window with sinks");

TEST_CASE("of 2 and 1 lets the last of five see itself, its neighbour and the first") {
  const Mask mask = sink_window_mask(5, 2, 1);
  const bool last[] = {false, true, true, false, false};
  for (Index j = 0; j < 5; ++j) CHECK(mask(4, j) == last[j]);
  CHECK(mask(0, 1));  // the future stays hidden
  CHECK_FALSE(mask(1, 0));
}

TEST_CASE("of more sinks than tokens is causal") {
  const Mask mask = sink_window_mask(3, 1, 9);
  CHECK_FALSE(mask(2, 0));
  CHECK_FALSE(mask(2, 1));
  CHECK(mask(1, 2));
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("softmax with a sink");

TEST_CASE("of scores 0, 0 and a sink of 0 gives a third to each") {
  const Matrix weights = softmax_with_sink(Matrix{{0.0, 0.0}}, 0.0);
  CHECK(std::abs(weights(0, 0) - 1.0 / 3.0) < 1e-16);
  CHECK(std::abs(row_sum(weights)(0) - 2.0 / 3.0) < 1e-15);
}

TEST_CASE("is the usual softmax where the sink is −∞, and 0 where it dwarfs the scores") {
  const Matrix scores{{0.3, -1.2, 2.0}};
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(largest_difference(softmax_with_sink(scores, -infinity), softmax(scores)) == 0.0);
  CHECK(row_max(softmax_with_sink(scores, 1000.0))(0) == 0.0);
}

TEST_SUITE_END();
