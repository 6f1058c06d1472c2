// What do intervals, and arrays of them, come to?
#include "check/formula/value.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "check/formula/digits.hpp"
#include "computing.hpp"

using attn::Computed;
using attn::Interval;
using attn::Value;
using attn::test::cells_of;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool holds(Interval x, double number) { return x.low <= number && number <= x.high; }

Value vector(std::vector<Interval> cells) {
  const std::size_t columns = cells.size();
  return {Value::Shape::vector, 1, columns, std::move(cells)};
}

}  // namespace

TEST_SUITE("an interval") {
  TEST_CASE("holds every result of the numbers that it holds") {
    const Interval a{-1.0, 2.0}, b{3.0, 5.0};
    CHECK(holds(a + b, 2.0));
    CHECK(holds(a + b, 7.0));
    CHECK(holds(a - b, -6.0));
    CHECK(holds(a - b, -1.0));
    CHECK(holds(a * b, -5.0));
    CHECK(holds(a * b, 10.0));
    CHECK(holds(*attn::divided(a, b), 2.0 / 3.0));
    CHECK(holds(*attn::divided(a, b), -1.0 / 3.0));
  }
  TEST_CASE("divides by none that holds 0") {
    CHECK_FALSE(attn::divided({1.0, 1.0}, {-1.0, 1.0}).has_value());
    CHECK_FALSE(attn::divided({1.0, 1.0}, {0.0, 1.0}).has_value());
    CHECK(attn::divided({1.0, 1.0}, {0.5, 1.0}).has_value());
  }
  TEST_CASE("is sound unless it is no number") {
    CHECK(Interval{1.0, kInfinity}.is_sound());
    CHECK_FALSE((Interval{kInfinity, kInfinity} - Interval{kInfinity, kInfinity}).is_sound());
  }
}

TEST_SUITE("the value of a formula") {
  TEST_CASE("of arrays goes by their shapes") {
    CHECK(cells_of("[1, 2] @ [3, 4]") == "11.0000");
    CHECK(cells_of("[[1, 2], [3, 4]] @ [1, 1]") == "3.0000 7.0000");
    CHECK(cells_of("[[1, 2], [3, 4]] @ [[1], [1]]") == "3.0000 7.0000");
    CHECK(cells_of("[[1, 2], [3, 4]]^T") == "1.0000 3.0000 2.0000 4.0000");
    CHECK(cells_of("[[1, 2], [3, 4]] + [10, 20]") == "11.0000 22.0000 13.0000 24.0000");
    CHECK(cells_of("2 * [1, 2] - 1") == "1.0000 3.0000");
  }
  TEST_CASE("is none where shapes do not go together, or there is no number") {
    for (const std::string_view formula :
         {"[1, 2] @ [1, 2, 3]", "[[1, 2], [3, 4]] @ [1, 2, 3]", "1 + [1, 2]", "1 / 0", "0^-1",
          "(-8)^0.5", "[1, 2]^2", "2^5000", "10^-400", "x + 1", "[] @ []", "[[], []] @ [1]"}) {
      CAPTURE(formula);
      CHECK(cells_of(formula) == "nothing");
    }
  }
  TEST_CASE("takes no more multiplications than its budget") {
    const Value a = vector({{1.0, 1.0}, {2.0, 2.0}});
    const Value b{Value::Shape::matrix, 2, 2, {{1.0, 1.0}, {0.0, 0.0}, {0.0, 0.0}, {1.0, 1.0}}};
    CHECK(multiplied(a, b, 100).has_value());
    CHECK_FALSE(multiplied(a, b, 1).has_value());
  }
  TEST_CASE("of a power turns at 0") {
    const Computed square = raised(Value::scalar({-2.0, 1.0}), Value::scalar({2.0, 2.0}));
    REQUIRE(square.has_value());
    CHECK(holds(square->cells[0], 0.0));
    CHECK(holds(square->cells[0], 4.0));
    CHECK_FALSE(holds(square->cells[0], 5.0));
  }
}

TEST_SUITE("printed digits") {
  TEST_CASE("agree with what rounds to them, or is cut off there") {
    const attn::Printed p = attn::read_printed("0.66");
    CHECK(agrees({0.6649, 0.6649}, p, attn::Digits::round));
    CHECK_FALSE(agrees({0.6667, 0.6667}, p, attn::Digits::round));
    CHECK(agrees({0.6667, 0.6667}, p, attn::Digits::truncate));
    CHECK_FALSE(agrees({0.6599, 0.6599}, p, attn::Digits::truncate));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(agrees({nan, nan}, p, attn::Digits::round));
  }
}
