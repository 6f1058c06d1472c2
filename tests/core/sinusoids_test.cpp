// Are the sinusoids those of the paper, as others compute and print them?
#include "core/sinusoids.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace attn;

TEST_SUITE_BEGIN("sinusoids");

TEST_CASE("are for 4 positions, width 4 and base 100 what a published script prints") {
  // Machine Learning Mastery, "A gentle introduction to positional encoding in transformer models,
  // part 1".
  const Matrix printed{{0.0, 1.0, 0.0, 1.0},
                       {0.84147098, 0.54030231, 0.09983342, 0.99500417},
                       {0.90929743, -0.41614684, 0.19866933, 0.98006658},
                       {0.14112001, -0.9899925, 0.29552021, 0.95533649}};
  const std::vector<double> positions{0.0, 1.0, 2.0, 3.0};
  CHECK(largest_difference(sinusoids(positions, 4, 100.0), printed) < 1e-8);
}

TEST_CASE("are at position 5, width 8 and base 10000 NumPy's") {
  const Matrix numpy{{-0.9589242746631385, 0.28366218546322625, 0.479425538604203,
                      0.8775825618903728, 0.04997916927067833, 0.9987502603949663,
                      0.004999979166692708, 0.9999875000260416}};
  const std::vector<double> positions{5.0};
  CHECK(largest_difference(sinusoids(positions, 8), numpy) < 1e-15);
}

TEST_CASE("end with a sine where the width is odd") {
  const std::vector<double> positions{1.0};
  const Matrix row = sinusoids(positions, 3);
  REQUIRE(columns(row) == 3);
  CHECK(std::abs(row(0, 2) - std::sin(std::pow(10000.0, -2.0 / 3.0))) < 1e-16);
}

TEST_CASE("have dot products that depend on the distance alone") {
  const std::vector<double> positions{3.0, 10.0, 1003.0, 1010.0};
  const Matrix p = sinusoids(positions, 16);
  const Matrix dots = product(p, transposed(p));
  CHECK(std::abs(dots(0, 1) - dots(2, 3)) < 1e-11);
  CHECK(std::abs(dots(0, 0) - 8.0) < 1e-14);  // sin² + cos², eight times
}

TEST_SUITE_END();
