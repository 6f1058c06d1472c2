// Are numbers rounded, cut and written as somebody with a pencil does?
#include "practice/sheet.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "practice/small_sheet.hpp"

using namespace attn;
using namespace attn::practice;

TEST_SUITE_BEGIN("sheets");

TEST_CASE("round halves away from 0, and cut towards it") {
  CHECK(rounded(0.125, 2) == 0.13);
  CHECK(rounded(-0.125, 2) == -0.13);
  CHECK(rounded(0.2894, 2) == 0.29);
  CHECK(truncated(0.2999, 2) == 0.29);
  CHECK(truncated(-0.2999, 2) == -0.29);
  CHECK(truncated(0.29, 2) == 0.29);  // held as 0.28999…
  CHECK(rounded(-HUGE_VAL, 2) == -HUGE_VAL);
  CHECK(std::isnan(rounded(std::nan(""), 2)));
}

TEST_CASE("write no more digits than a number takes") {
  CHECK(number_text(2.0, 3) == "2");
  CHECK(number_text(-0.5, 3) == "−0.5");
  CHECK(number_text(1.0 / 3.0, 3) == "0.333");
  CHECK(number_text(-HUGE_VAL, 3) == "−∞");
  CHECK(number_text(-1e-9, 3) == "0.000");
  CHECK(bracketed(-0.5, 3) == "(−0.5)");
  CHECK(bracketed(0.5, 3) == "0.5");
}

TEST_CASE("raise the base that was chosen") {
  CHECK(power(Base::two, 3.0) == 8.0);
  CHECK(power(Base::three, -1.0) == doctest::Approx(1.0 / 3.0));
  CHECK(power(Base::e, 1.0) == std::exp(1.0));
  CHECK(number_of(Base::e) == doctest::Approx(2.718281828459045));
}

TEST_CASE("name a gap by the labels of its row and column, as they stand on the page") {
  const Sheet rows = test::small_sheet();
  CHECK(gap_name(rows, rows.steps[2], 0, 1) == "scaled[q][b]");
  CHECK(gap_name(rows, rows.steps[4], 0, 0) == "output[q]");
  const Sheet columns = test::small_sheet({.layout = Layout::columns});
  CHECK(gap_name(columns, columns.steps[2], 0, 1) == "scaled[b][q]");
  CHECK(gap_name(columns, columns.steps[4], 0, 0) == "output[q]");
}

TEST_SUITE_END();
