// Does Adam move weights as its paper says?
#include "core/gradients/adam.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/sample.hpp"

using namespace attn;

TEST_SUITE_BEGIN("Adam");

TEST_CASE("moves every weight by its rate at the first step, whatever the gradient") {
  Matrix weight{{1.0, 1.0}};
  Matrix* const weights[] = {&weight};
  const Matrix gradients[] = {{{1000.0, -0.001}}};
  Adam({.rate = 0.1}).step(weights, gradients);
  CHECK(weight(0, 0) == doctest::Approx(0.9));
  CHECK(weight(0, 1) == doctest::Approx(1.1).epsilon(1e-5));
}

TEST_CASE("takes a second step from both gradients, by hand") {
  // β₁ = 1/2, β₂ = 3/4, g = 1 then 3: m = 0.5, 1.75, m̂ = 1.75 / 0.75; v = 0.25, 2.4375,
  // v̂ = 2.4375 / 0.4375.
  Matrix weight{{0.0}};
  Matrix* const weights[] = {&weight};
  Adam adam({.rate = 1.0, .momentum = 0.5, .memory = 0.75, .epsilon = 0.0});
  adam.step(weights, std::vector<Matrix>{{{1.0}}});
  CHECK(weight(0, 0) == doctest::Approx(-1.0));
  adam.step(weights, std::vector<Matrix>{{{3.0}}});
  CHECK(weight(0, 0) == doctest::Approx(-1.0 - (1.75 / 0.75) / std::sqrt(2.4375 / 0.4375)));
}

TEST_CASE("refuses other weights than those it began with") {
  Matrix weight{{0.0}}, other{{0.0, 0.0}};
  Matrix *const weights[] = {&weight}, *const others[] = {&other};
  Adam adam;
  adam.step(weights, std::vector<Matrix>{{{1.0}}});
  CHECK_THROWS_AS(adam.step(others, std::vector<Matrix>{{{1.0, 1.0}}}), std::logic_error);
  CHECK_THROWS_AS(adam.step({}, {}), std::logic_error);
}

TEST_SUITE_END();
