#include "render/scale.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace attn;

namespace {

Chart chart_of(std::vector<std::pair<double, double>> points, bool log_x, bool log_y) {
  return {"c", "", "", "", log_x, log_y, {{"f", std::move(points)}}};
}

}  // namespace

TEST_SUITE_BEGIN("scale");

TEST_CASE("places values evenly, or by their logarithm") {
  CHECK(Scale{0, 10}.place(2.5) == doctest::Approx(0.25));
  CHECK(Scale{1, 10000, true}.place(100) == doctest::Approx(0.5));
}

TEST_CASE("has no place for what is not finite, or not positive on a log axis") {
  CHECK(std::isnan(Scale{0, 1}.place(std::numeric_limits<double>::infinity())));
  CHECK(std::isnan(Scale{1, 10, true}.place(0)));
  CHECK(std::isnan(Scale{1, 10, true}.place(-1)));
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("axes_of");

TEST_CASE("widens y to round values, and leaves x at its points") {
  const Axes axes = axes_of(chart_of({{3, 0.2}, {7, 0.93}}, false, false));
  CHECK(axes.x.low == 3);
  CHECK(axes.x.high == 7);
  CHECK(axes.y.low == 0);
  CHECK(axes.y.high == doctest::Approx(1));
}

TEST_CASE("gives one point room on both sides") {
  const Axes axes = axes_of(chart_of({{2, 5}}, false, false));
  CHECK(axes.x.low < 2);
  CHECK(axes.x.high > 2);
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("ticks");

TEST_CASE("are round") {
  CHECK(tick_labels(ticks({0, 1}, 5)) ==
        std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1"});
  CHECK(ticks({-30, 45}, 4) == std::vector<double>{-20, 0, 20, 40});
}

TEST_CASE("are powers of ten on a log axis, some of them when there are many") {
  CHECK(ticks({1, 1000, true}, 5) == std::vector<double>{1, 10, 100, 1000});
  CHECK(ticks({1, 1e12, true}, 5).size() <= 5);
}

TEST_CASE("are the points' own x where these are few") {
  const Chart few = chart_of({{8, 1}, {64, 1}, {512, 1}}, true, false);
  CHECK(x_ticks(few, axes_of(few).x, 8) == std::vector<double>{8, 64, 512});
  CHECK(x_ticks(few, axes_of(few).x, 2) == std::vector<double>{10, 100});
}

TEST_CASE("have as many digits as it takes to tell them apart") {
  CHECK(tick_labels({1.00001, 1.00002}) == std::vector<std::string>{"1.00001", "1.00002"});
}

TEST_SUITE_END();
