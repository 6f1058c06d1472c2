// Are lines of numbers read as a matrix, and refused where they are none?
#include "files/csv.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/error.hpp"

using namespace attn;

namespace {

using Shape = std::vector<Index>;
using Values = std::vector<double>;

Tensor parse(std::string_view text) { return parse_csv(text, "m.csv"); }

std::string complaint(std::string_view text) {
  try {
    parse(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("a file of numbers");

TEST_CASE("separated by commas is a matrix, a row a line") {
  const Tensor m = parse("1,-2,3e2\n0.5, +4 ,-0.0\n");
  CHECK(m.shape == Shape{2, 3});
  CHECK(m.values == Values{1, -2, 300, 0.5, 4, 0});
  CHECK(std::signbit(m.values[5]));
}

TEST_CASE("separated by white space is a matrix too") {
  const Tensor m = parse("1.0e+00 2.0e+00\n  3\t4\n");
  CHECK(m.shape == Shape{2, 2});
  CHECK(m.values == Values{1, 2, 3, 4});
}

TEST_CASE("may end without a newline, or in CRLF") {
  CHECK(parse("1,2\r\n3,4").values == Values{1, 2, 3, 4});
}

TEST_CASE("may have a header, comments, empty lines and quotes") {
  const Tensor m = parse("# saved by hand\n\"a\",\"b\"\n\n\"1\",2\n# then\n3,4\n\n");
  CHECK(m.shape == Shape{2, 2});
  CHECK(m.values == Values{1, 2, 3, 4});
}

TEST_CASE("may hold infinities and NaN") {
  const Tensor m = parse("inf,-inf,nan\n");
  CHECK(m.values[0] == std::numeric_limits<double>::infinity());
  CHECK(m.values[1] == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(m.values[2]));
}

TEST_CASE("with a word among the numbers is refused by line and field") {
  CHECK(complaint("1,2\n3,four\n") == "m.csv:2: field 2 is \"four\"; expected a number");
  CHECK(complaint("a,b\nc,d\n") == "m.csv:2: field 1 is \"c\"; expected a number");
  CHECK(complaint("1,x\n") == "m.csv:1: field 2 is \"x\"; expected a number");
}

TEST_CASE("with an empty field is refused") {
  CHECK(complaint("1,,3\n") == "m.csv:1: field 2 is \"\"; expected a number");
  CHECK(complaint("1,2,\n") == "m.csv:1: field 3 is \"\"; expected a number");
}

TEST_CASE("with half a number, or two signs, is refused") {
  for (const std::string_view field : {"1e", "1.5x", "0x10", "--1", "+-1", "1_000", "1e999"}) {
    CAPTURE(field);
    CHECK(complaint("1," + std::string(field)).starts_with("m.csv:1: field 2 is"));
  }
}

TEST_CASE("with a first line that was meant as numbers does not take it for a header") {
  for (const std::string_view field : {"1e999", "0x1", "1_000", "-.5.", "\"1,0\""}) {
    CAPTURE(field);
    CHECK(complaint("a," + std::string(field) + "\n1,2\n").starts_with("m.csv:1: field 1 is"));
  }
  CHECK(complaint("1e999\n") ==
        "m.csv:1: field 1 is \"1e999\"; expected a number that a double can hold");
  CHECK(parse("x1,-,.,e5\n1,2,3,4\n").shape == Shape{1, 4});
}

TEST_CASE("with rows of different lengths is refused at the first") {
  CHECK(complaint("1,2\n3,4\n\n5\n") == "m.csv:4: this line is 1 wide, those before it are 2 wide");
}

TEST_CASE("without a number is refused") {
  CHECK(complaint("") == "m.csv: there is no number in it; expected one row a line");
  CHECK(complaint("a,b\n") == "m.csv: there is no number in it; expected one row a line");
}

TEST_CASE("may be one long line") {
  std::string line = "1";
  for (int i = 1; i < 100'000; ++i) line += ",1";
  CHECK(parse(line).shape == Shape{1, 100'000});
}

TEST_CASE("with a NUL in it is refused") {
  CHECK(complaint(std::string("1,2\0\n", 5)).starts_with("m.csv:1: field 2 is"));
}

TEST_SUITE_END();
