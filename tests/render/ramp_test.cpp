#include "render/ramp.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace attn;

namespace {

Heatmap map_between(double low, double high) { return {"h", "", {}, {}, {}, low, high}; }

int lightness(Rgb c) { return 2126 * c.red + 7152 * c.green + 722 * c.blue; }

}  // namespace

TEST_SUITE_BEGIN("ramp");

TEST_CASE("places a cell between the ends of its map, and holds it there") {
  const Heatmap map = map_between(-1, 3);
  CHECK(place_on_ramp(map, Cell{0.0}).value() == doctest::Approx(0.25));
  CHECK(place_on_ramp(map, Cell{-7.0}).value() == 0.0);
  CHECK(place_on_ramp(map, Cell{std::numeric_limits<double>::infinity()}).value() == 1.0);
}

TEST_CASE("has no place for a hidden cell or for nan") {
  const Heatmap map = map_between(0, 1);
  CHECK_FALSE(place_on_ramp(map, Cell{Missing{}}).has_value());
  CHECK_FALSE(place_on_ramp(map, Cell{std::numeric_limits<double>::quiet_NaN()}).has_value());
}

TEST_CASE("shows every value alike where the ends are one") {
  CHECK(place_on_ramp(map_between(2, 2), Cell{5.0}).value() == 0.0);
}

TEST_CASE("grows darker all the way") {
  for (int i = 1; i <= 100; ++i) {
    CAPTURE(i);
    CHECK(lightness(shade(i / 100.0)) < lightness(shade((i - 1) / 100.0)));
  }
}

TEST_CASE("asks for white figures on dark shades alone") {
  CHECK_FALSE(dark(shade(0)));
  CHECK_FALSE(dark(shade(0.5)));
  CHECK(dark(shade(1)));
}

TEST_SUITE_END();
