// Are products, transposes and differences right for every shape, empty ones included?
#include "core/tensor.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/sample.hpp"

using namespace attn;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Matrix triple_loop(const Matrix& a, const Matrix& b) {
  Matrix c = xt::zeros<double>({rows(a), columns(b)});
  for (Index i = 0; i < rows(a); ++i) {
    for (Index j = 0; j < columns(b); ++j) {
      for (Index k = 0; k < columns(a); ++k) c(i, j) += a(i, k) * b(k, j);
    }
  }
  return c;
}

}  // namespace

TEST_SUITE("a product") {
  TEST_CASE("is the one that you find by hand") {
    CHECK(product(Matrix{{1.0, 2.0}, {3.0, 4.0}}, Matrix{{5.0}, {6.0}}) == Matrix{{17.0}, {39.0}});
  }

  TEST_CASE("agrees with three nested loops, whatever the shape") {
    for (unsigned seed = 0; seed < 60; ++seed) {
      const Index m = 1 + seed % 4, k = 1 + seed % 9, n = 1 + seed % 7;
      const Matrix a = sample(m, k, seed), b = sample(k, n, seed + 1000);
      CHECK(largest_difference(product(a, b), triple_loop(a, b)) <= 1e-13);
    }
  }

  TEST_CASE("reads a stored transpose like any other matrix") {
    const Matrix a = sample(3, 5, 1), b = sample(4, 5, 2);
    CHECK(largest_difference(product(a, transposed(b)), triple_loop(a, transposed(b))) <= 1e-13);
  }

  TEST_CASE("over an inner width of 0 is 0") {
    const Matrix c = product(xt::empty<double>({2, 0}), xt::empty<double>({0, 3}));
    CHECK(c == Matrix{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}});
  }

  TEST_CASE("without rows or columns is empty") {
    CHECK(product(xt::empty<double>({0, 2}), sample(2, 3, 1)).shape(1) == 3);
    CHECK(product(sample(2, 3, 1), xt::empty<double>({3, 0})).shape(0) == 2);
  }

  TEST_CASE("is refused when the inner widths differ") {
    CHECK_THROWS_AS(product(sample(2, 3, 1), sample(2, 3, 1)), std::logic_error);
  }
}

TEST_SUITE("a transpose") {
  TEST_CASE("turns rows into columns") {
    const Matrix t = transposed(Matrix{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}});
    CHECK(t == Matrix{{1.0, 4.0}, {2.0, 5.0}, {3.0, 6.0}});
    CHECK(row(t, 1)[1] == 5.0);  // stored, so that a row is contiguous
  }
}

TEST_SUITE("the largest difference") {
  TEST_CASE("is that of the pair which differs most, in either direction") {
    CHECK(largest_difference(Vector{1.0, 2.0, 3.0}, Vector{1.5, 2.0, 1.0}) == 2.0);
    CHECK(largest_difference(Matrix{{1.0, -4.0}}, Matrix{{2.0, -1.0}}) == 3.0);
  }

  TEST_CASE("is NaN when either side holds one, so that no bound on it holds") {
    CHECK(std::isnan(largest_difference(Vector{1.0, kNan}, Vector{1.0, 2.0})));
    CHECK(std::isnan(largest_difference(Vector{kNan, 1.0}, Vector{kNan, 9.0})));
    CHECK(std::isnan(largest_difference(Matrix{{5.0, 2.0}}, Matrix{{1.0, kNan}})));
  }

  TEST_CASE("counts equal infinities as equal, and opposite ones as infinitely far") {
    CHECK(largest_difference(Vector{-kInf, 1.0}, Vector{-kInf, 1.0}) == 0.0);
    CHECK(largest_difference(Vector{-kInf}, Vector{kInf}) == kInf);
  }

  TEST_CASE("of nothing is 0") { CHECK(largest_difference(Vector{}, Vector{}) == 0.0); }

  TEST_CASE("is refused when shapes differ") {
    CHECK_THROWS_AS(largest_difference(sample(2, 3, 1), sample(3, 2, 1)), std::logic_error);
    CHECK_THROWS_AS(largest_difference(Vector{1.0}, Vector{1.0, 1.0}), std::logic_error);
  }
}
