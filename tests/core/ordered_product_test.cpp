// Are ordered products those of the definition, to the bit, at every shape?
#include "core/ordered_product.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/sample.hpp"

using namespace attn;

TEST_SUITE_BEGIN("an ordered product");

TEST_CASE("adds the terms of each entry from the first to the last") {
  for (const Index height : {1, 3, 4, 5, 9}) {
    for (const Index width : {1, 7, 8, 9, 16, 21}) {
      const Matrix a = sample(height, 6, 1), b = sample(6, width, 2);
      Matrix sums = xt::zeros<double>({height, width});
      for (Index i = 0; i < height; ++i) {
        for (Index j = 0; j < width; ++j) {
          for (Index k = 0; k < 6; ++k) sums(i, j) += a(i, k) * b(k, j);
        }
      }
      CAPTURE(height);
      CAPTURE(width);
      CHECK(largest_difference(ordered_product(a, b), sums) == 0.0);
    }
  }
}

TEST_CASE("of nothing is 0") {
  CHECK(largest_difference(ordered_product(sample(2, 0, 1), sample(0, 9, 1)),
                           xt::zeros<double>({2, 9})) == 0.0);
}

TEST_CASE("refuses inner widths that differ") {
  CHECK_THROWS_AS(ordered_product(sample(2, 3, 1), sample(2, 3, 1)), std::logic_error);
}

TEST_CASE("has an exponential within two units in the last place of the library's") {
  for (double x = 0.0; x > -745.0; x -= 0.37) {
    const double library = std::exp(x);
    CAPTURE(x);
    if (x < -708.0) {
      CHECK(ordered_exp(x) == 0.0);
    } else {
      CHECK(std::abs(ordered_exp(x) - library) <= library * 0x1p-51);
    }
  }
  CHECK(ordered_exp(0.0) == 1.0);
}

TEST_SUITE_END();
