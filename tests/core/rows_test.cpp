// Is a reduction along the row what it says, where xtensor's own is not?
#include "core/rows.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/sample.hpp"

using namespace attn;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_SUITE("a row's maximum") {
  TEST_CASE("is its largest entry") {
    const Vector peaks = row_max(Matrix{{1.0, 3.0, 2.0}, {-5.0, -7.0, -6.0}});
    CHECK(peaks == Vector{3.0, -5.0});
  }

  TEST_CASE("is −∞ when every entry is, not the lowest finite number") {
    CHECK(row_max(Matrix{{-kInf, -kInf}})(0) == -kInf);
  }

  TEST_CASE("is NaN when the row holds one, wherever it stands") {
    const Matrix m{{kNan, 1.0, 2.0}, {1.0, kNan, 2.0}, {1.0, 2.0, kNan}, {1.0, 2.0, 3.0}};
    const Vector peaks = row_max(m);
    CHECK(std::isnan(peaks(0)));
    CHECK(std::isnan(peaks(1)));
    CHECK(std::isnan(peaks(2)));
    CHECK(peaks(3) == 3.0);
  }

  TEST_CASE("is −∞ when the row is empty") {
    CHECK(row_max(xt::empty<double>({2, 0})) == Vector{-kInf, -kInf});
  }
}

TEST_SUITE("a row's sum") {
  TEST_CASE("adds along the row, in a square matrix too") {
    CHECK(row_sum(Matrix{{1.0, 2.0}, {10.0, 20.0}}) == Vector{3.0, 30.0});
  }

  TEST_CASE("is 0 when the row is empty, and there is none without rows") {
    CHECK(row_sum(xt::empty<double>({1, 0})) == Vector{0.0});
    CHECK(row_sum(xt::empty<double>({0, 3})).size() == 0);
  }

  TEST_CASE("is what a plain loop adds up, for many shapes") {
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Matrix m = sample(1 + seed % 5, 1 + seed % 7, seed);
      const Vector sums = row_sum(m);
      for (Index i = 0; i < rows(m); ++i) {
        double sum = 0.0;
        for (Index j = 0; j < columns(m); ++j) sum += m(i, j);
        CHECK(sums(i) == sum);
      }
    }
  }
}

TEST_SUITE("the place of a row's maximum") {
  TEST_CASE("is the first of equal ones") {
    const auto places = row_argmax(Matrix{{1.0, 3.0, 3.0}, {-1.0, -2.0, -3.0}});
    CHECK(places(0) == 1);
    CHECK(places(1) == 0);
  }

  TEST_CASE("does not exist in an empty row") {
    CHECK_THROWS_AS(row_argmax(xt::empty<double>({1, 0})), std::logic_error);
  }
}

TEST_SUITE("the range of a matrix") {
  TEST_CASE("goes from its smallest entry to its largest") {
    const Range range = range_of(Matrix{{1.0, -2.0}, {5.0, 0.0}});
    CHECK(range.low == -2.0);
    CHECK(range.high == 5.0);
  }

  TEST_CASE("does not exist without entries") {
    CHECK_THROWS_AS(range_of(xt::empty<double>({0, 0})), std::logic_error);
  }
}

TEST_SUITE("the norm") {
  TEST_CASE("is the length of a vector, and of a matrix that of all its entries") {
    CHECK(norm(Vector{3.0, -4.0}) == 5.0);
    const std::vector<double> numbers{5.0, 12.0};
    CHECK(norm(std::span(numbers)) == 13.0);
    CHECK(norm(Matrix{{1.0, 2.0}, {2.0, 4.0}}) == 5.0);
    CHECK(norm(Vector::from_shape({0})) == 0.0);
  }
}

TEST_SUITE("the mean") {
  TEST_CASE("is the sum by the number of values, and not a number of none") {
    CHECK(mean_of(Vector{1.0, 2.0, 6.0}) == 3.0);
    CHECK(std::isnan(mean_of(Vector::from_shape({0}))));
  }
}
