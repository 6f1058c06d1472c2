// Are whole numbers exact, and are numbers from the command line read as they are written?
#include "support/integer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/error.hpp"

namespace {

using attn::Integer;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Integer power_of_two(int exponent) { return Integer{1} << exponent; }

Integer integer(std::string_view text, Integer low = -1000, Integer high = 1000) {
  return attn::parse_integer(text, low, high, "--n");
}

double real(std::string_view text, double low = -1000, double high = 1000) {
  return attn::parse_real(text, low, high, "--x");
}

std::string message(std::string_view text, Integer low, Integer high) {
  try {
    attn::parse_integer(text, low, high, "--n");
  } catch (const attn::Error& e) {
    return e.what();
  }
  return "no error";
}

std::string real_message(std::string_view text, double low, double high) {
  try {
    attn::parse_real(text, low, high, "--x");
  } catch (const attn::Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE("a whole number") {
  TEST_CASE("is grouped in threes") {
    CHECK(attn::grouped(0) == "0");
    CHECK(attn::grouped(999) == "999");
    CHECK(attn::grouped(1000) == "1,000");
    CHECK(attn::grouped(-999) == "-999");
    CHECK(attn::grouped(-1000) == "-1,000");
    CHECK(attn::grouped(1073741824) == "1,073,741,824");
  }

  TEST_CASE("is grouped exactly beyond 64 bits") {
    CHECK(attn::grouped(power_of_two(80)) == "1,208,925,819,614,629,174,706,176");
  }

  TEST_CASE("multiplies exactly: the square of 2^40 is 2^80") {
    CHECK(attn::checked_multiply(power_of_two(40), power_of_two(40)) == power_of_two(80));
  }

  TEST_CASE("multiplies up to both ends of 128 bits and no further") {
    const Integer smallest = -power_of_two(126) - power_of_two(126);
    CHECK(attn::checked_multiply(power_of_two(126), -2) == smallest);
    CHECK(attn::checked_multiply(smallest, 1) == smallest);
    CHECK_THROWS_AS(attn::checked_multiply(power_of_two(126), 2), attn::Error);
    CHECK_THROWS_AS(attn::checked_multiply(smallest, -1), attn::Error);
    CHECK_THROWS_AS(attn::checked_multiply(power_of_two(64), power_of_two(64)), attn::Error);
  }

  TEST_CASE("multiplies with the right sign") {
    CHECK(attn::checked_multiply(-3, 4) == -12);
    CHECK(attn::checked_multiply(-3, -4) == 12);
    CHECK(attn::checked_multiply(0, -4) == 0);
  }

  TEST_CASE("adds up to both ends of 128 bits and no further") {
    const Integer largest = power_of_two(126) - 1 + power_of_two(126);
    CHECK(attn::checked_add(largest - 1, 1) == largest);
    CHECK_THROWS_AS(attn::checked_add(largest, 1), attn::Error);
    CHECK(attn::checked_add(-largest, -1) == -largest - 1);
    CHECK_THROWS_AS(attn::checked_add(-largest - 1, -1), attn::Error);
  }
}

TEST_SUITE("a whole number on the command line") {
  TEST_CASE("is read in decimal, leading zeros included") {
    CHECK(integer("12") == 12);
    CHECK(integer("-3") == -3);
    CHECK(integer("010") == 10);
    CHECK(integer("-0") == 0);
  }

  TEST_CASE("reaches both ends of its range") {
    CHECK(integer("1", 1, 4096) == 1);
    CHECK(integer("4096", 1, 4096) == 4096);
  }

  TEST_CASE("is nothing but digits") {
    for (const char* text :
         {"", "-", "+1", "0x1f", "1e3", " 1", "1 ", "1.0", "1,000", "--1", "٣"}) {
      CAPTURE(text);
      CHECK_THROWS_AS(integer(text), attn::Error);
    }
  }

  TEST_CASE("is refused outside its range, which the message states") {
    CHECK(message("0", 1, 4096) == "--n: 0 is out of range; use 1 to 4096");
    CHECK(message("abc", 1, 4096) == "--n: \"abc\" is not a whole number; use 1 to 4096");
  }

  TEST_CASE("may be longer than 128 bits and is still only out of range") {
    CHECK(message(std::string(39, '9'), 1, 8).find("is out of range; use 1 to 8") !=
          std::string::npos);
    CHECK(message("-" + std::string(39, '9'), 1, 8).find("is out of range") != std::string::npos);
  }

  TEST_CASE("is cut in the message when it is long") {
    CHECK(message(std::string(1000, '1'), 1, 8) ==
          "--n: " + std::string(40, '1') + "… is out of range; use 1 to 8");
  }

  TEST_CASE("cannot move the cursor from within the message") {
    CHECK(message("\x1b[2J", 1, 8).find('\x1b') == std::string::npos);
  }
}

TEST_SUITE("a real number on the command line") {
  TEST_CASE("may have a sign, a point and an exponent") {
    CHECK(real("-0.5") == -0.5);
    CHECK(real("+2") == 2.0);
    CHECK(real("1e-3") == 0.001);
    CHECK(real(".5") == 0.5);
    CHECK(real("5.") == 5.0);
    CHECK(real("1E2") == 100.0);
  }

  TEST_CASE("is the double nearest to what is written") {
    CHECK(real("0.1") == 0.1);
    CHECK(real("123.456789012345678901234567890") == 123.45678901234568);
  }

  TEST_CASE("is finite and nothing but a number") {
    for (const char* text : {"", "-", ".", "inf", "-inf", "nan", "0x10", "1,5", "1e", " 1", "1 ",
                             "+-1", "--1", "1.2.3", "infinity", "1e3x"}) {
      CAPTURE(text);
      CHECK_THROWS_AS(real(text, -kInfinity, kInfinity), attn::Error);
    }
  }

  TEST_CASE("is refused when no double holds it") {
    CHECK_THROWS_AS(real("1e400", -kInfinity, kInfinity), attn::Error);
    CHECK_THROWS_AS(real("1e-400", -kInfinity, kInfinity), attn::Error);
  }

  TEST_CASE("is refused by what would work, however far from it") {
    CHECK(real_message("1e400", 1e-300, 1e300) ==
          "--x: 1e400 is out of range; use 1e-300 to 1e+300");
    CHECK(real_message("1e305", 1e-300, 1e300) ==
          "--x: 1e305 is out of range; use 1e-300 to 1e+300");
    CHECK(real_message("-1e400", -kInfinity, kInfinity) ==
          "--x: -1e400 is out of range; use -1.7976931348623157e+308 or more");
    CHECK(real_message("1e-400", 1e-300, 1e300) ==
          "--x: 1e-400 is too close to 0 for a double; use 1e-300 or more");
    CHECK(real_message("1e-400", 0.0, 1.0) == "--x: 1e-400 is too close to 0 for a double; use 0");
  }

  TEST_CASE("is refused outside its range, which the message states") {
    CHECK(real_message("-1", 0.0, 1000.0) == "--x: -1 is out of range; use 0 to 1000");
    CHECK(real_message("x", 0.0, kInfinity) == "--x: \"x\" is not a number; use 0 or more");
    CHECK(real_message("x", -kInfinity, kInfinity) == "--x: \"x\" is not a number");
  }
}
