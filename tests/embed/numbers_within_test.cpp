// Do nearly equal numbers count as drift, and nothing else?
#include "embed/numbers_within.hpp"

#include <doctest/doctest.h>

#include <string>

using attn::within;

TEST_SUITE("a text within a tolerance") {
  TEST_CASE("has numbers at most that far away") {
    CHECK(within(0.001, "| cat | 0.750 |", "| cat | 0.751 |"));
    CHECK_FALSE(within(0.0005, "| cat | 0.750 |", "| cat | 0.751 |"));
    CHECK(within(2, "1,073 MiB", "1,075 MiB"));
    CHECK(within(1e-6, "err 1.5e-07", "err 2.5e-7"));
  }

  TEST_CASE("has signs that count, written either way") {
    CHECK(within(0.3, "-0.1", "0.1"));
    CHECK(within(0.3, "−0.1", "-0.1"));
    CHECK_FALSE(within(0.1, "-0.1", "0.1"));
  }

  TEST_CASE("has the same words, in columns as wide as they may be") {
    CHECK(within(1, "|  9 | a |", "| 10 | a |"));
    CHECK_FALSE(within(1, "cat 1", "mat 1"));
    CHECK_FALSE(within(1, "cat 1", "cat 1 2"));
    CHECK_FALSE(within(1, "cat 1", "cat x"));
  }

  TEST_CASE("has no number that is none") {
    CHECK_FALSE(within(1, "nan", "1"));
    CHECK(within(1, "nan", "nan"));
    CHECK_FALSE(within(1e308, "1e999", "1"));
    CHECK(within(1, "1e999", "1e999"));
  }

  TEST_CASE("is read quickly, however long its numbers are") {
    const std::string digits(1 << 20, '9');
    CHECK_FALSE(within(1, digits, digits + "8"));
    CHECK(within(1, digits, digits));
  }
}
