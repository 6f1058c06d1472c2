// Do the changes of weights that are called free leave the output as it is?
#include "core/identifiability.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/rows.hpp"

using namespace attn;

namespace {

const Matrix kValues{{1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}, {2.0, 0.5}};

}  // namespace

TEST_SUITE_BEGIN("free changes");

TEST_CASE("are as many as keys exceed the rank of the values with a column of ones") {
  CHECK(rows(free_changes(kValues)) == 1);
  CHECK(rows(free_changes(Matrix{{1.0}, {1.0}, {1.0}, {1.0}})) == 3);  // ones twice: rank 1
  CHECK(rows(free_changes(Matrix{{1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}})) == 0);
  CHECK(rows(free_changes(Matrix{{3.0, -2.0}, {3.0, -2.0}})) == 1);  // equal values trade weight
}

TEST_CASE("leave the blend of the values and the sum of the weights as they are") {
  const Matrix changes = free_changes(kValues);
  CHECK(largest_difference(product(changes, kValues), xt::zeros<double>({1, 2})) < 1e-14);
  CHECK(std::abs(row_sum(changes)(0)) < 1e-14);
}

TEST_CASE("are for these four keys the multiples of (−1, 2, −3, 2), found by hand") {
  const Matrix change = free_changes(kValues);
  const double unit = change(0, 1) / 2.0;
  CHECK(std::abs(std::abs(unit) - 1.0 / std::sqrt(18.0)) < 1e-14);
  CHECK(largest_difference(change, unit * Matrix{{-1.0, 2.0, -3.0, 2.0}}) < 1e-14);
}

TEST_CASE("are the same for values of any size") {
  const Matrix large = kValues * 1e300, small = kValues * 1e-300;
  CHECK(rows(free_changes(large)) == 1);
  CHECK(rows(free_changes(small)) == 1);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("the farthest weights");

TEST_CASE("give all to one of two equal keys, or to the other") {
  const Matrix other = farthest_weights(Matrix{{0.25, 0.75}}, Matrix{{3.0}, {3.0}});
  CHECK(std::abs(other(0, 0) - 1.0) < 1e-15);
  CHECK(other(0, 1) == 0.0);
}

TEST_CASE("are a distribution with the same output") {
  const Matrix weights{{0.4, 0.3, 0.2, 0.1}};
  const Matrix other = farthest_weights(weights, kValues);
  CHECK(range_of(other).low == 0.0);
  CHECK(std::abs(row_sum(other)(0) - 1.0) < 1e-15);
  CHECK(largest_difference(product(other, kValues), product(weights, kValues)) < 1e-15);
  CHECK(largest_difference(other, weights) > 0.1);
}

TEST_CASE("are the weights themselves where nothing is free") {
  const Matrix weights{{0.5, 0.5}};
  CHECK(farthest_weights(weights, Matrix{{1.0}, {2.0}}) == weights);
}

TEST_SUITE_END();
