#include "render/number.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>
#include <string>

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Column column(int digits, Column::Notation notation = Column::Notation::fixed) {
  return {"id", "title", "", digits, notation};
}

}  // namespace

TEST_SUITE_BEGIN("shown");

TEST_CASE("rounds reals to the column's digits, or to those asked for") {
  CHECK(shown(Cell{0.75071234}, column(4)) == "0.7507");
  CHECK(shown(Cell{0.75071234}, column(4), 2) == "0.75");
  CHECK(shown(Cell{0.75071234}, column(4), 0) == "1");
  CHECK(shown(2.0, 3) == "2.000");
}

TEST_CASE("never shows a negative zero") {
  CHECK(shown(-0.00001, 4) == "0.0000");
  CHECK(shown(-0.0, 0) == "0");
  CHECK(shown(-0.0001, 4) == "-0.0001");
  CHECK(shown(Cell{-0.0}, column(1, Column::Notation::scientific)) == "0.0e+00");
}

TEST_CASE("names what is not finite, without a sign for NaN") {
  CHECK(shown(kNan, 4) == "NaN");
  CHECK(shown(-kNan, 4) == "NaN");
  CHECK(shown(kInfinity, 4) == "∞");
  CHECK(shown(-kInfinity, 4) == "−∞");
  CHECK(shown(Cell{-kNan}, column(1, Column::Notation::scientific)) == "NaN");
  CHECK(shown(Cell{-kInfinity}, column(1, Column::Notation::general)) == "−∞");
}

TEST_CASE("groups whole numbers and gives them no digits") {
  CHECK(shown(Cell{Integer{1073741824}}, column(4)) == "1,073,741,824");
  CHECK(shown(Cell{Integer{-1024}}, column(4), 2) == "-1,024");
  CHECK(shown(Cell{Integer{1} << 80}, column(0)) == "1,208,925,819,614,629,174,706,176");
}

TEST_CASE("shows a dash where something is missing, and words as they are") {
  CHECK(shown(Cell{Missing{}}, column(4)) == "—");
  CHECK(shown(Cell{std::string{"cat"}}, column(4)) == "cat");
}

TEST_CASE("does not print hundreds of digits") {
  CHECK(shown(1e300, 4) == "1.0000e+300");
  CHECK(shown(999999999999999.0, 0) == "999999999999999");
}

TEST_CASE("shows bytes in the largest unit of which there is one, whatever the digits") {
  const Column iec{"bytes", "size", "", 4, Column::Notation::iec_bytes};
  const Column si{"bytes", "size", "", 4, Column::Notation::si_bytes};
  CHECK(shown(Cell{Integer{256}}, iec) == "256 B");
  CHECK(shown(Cell{Integer{1} << 32}, iec) == "4.0 GiB");
  CHECK(shown(Cell{Integer{1} << 82}, iec) == "4.0 YiB");
  CHECK(shown(Cell{Integer{1536}}, iec, 0) == "1.5 KiB");
  CHECK(shown(Cell{Integer{1} << 32}, si) == "4.3 GB");
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("brief");

TEST_CASE("shows four significant digits, and whole numbers whole") {
  CHECK(brief(0.75071234) == "0.7507");
  CHECK(brief(4096.0) == "4,096");
  CHECK(brief(32768.0) == "32,768");
  CHECK(brief(12345.678) == "12,346");
  CHECK(brief(1.5e-7) == "1.5e-07");
  CHECK(brief(0.1 + 0.2) == "0.3");
  CHECK(brief(-0.0) == "0");
  CHECK(brief(1e300) == "1e+300");
  CHECK(brief(kNan) == "NaN");
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("exact");

TEST_CASE("is the shortest text that reads back as the same double") {
  CHECK(exact(0.1) == "0.1");
  CHECK(exact(1.0 / 3.0) == "0.3333333333333333");
  CHECK(exact(1.0) == "1");
  for (const double value : {0.1, 1.0 / 3.0, 2.220446049250313e-16, 1e300, 5e-324, -123456.789}) {
    CHECK(std::strtod(exact(value).c_str(), nullptr) == value);
  }
}

TEST_CASE("names what is not finite") {
  CHECK(exact(-kNan) == "nan");
  CHECK(exact(kInfinity) == "inf");
  CHECK(exact(-kInfinity) == "-inf");
}

TEST_CASE("keeps every digit of a whole number, ungrouped") {
  CHECK(exact(Integer{1} << 80) == "1208925819614629174706176");
}

TEST_SUITE_END();
