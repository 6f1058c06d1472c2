// Do equal options make equal sheets, and other options others?
#include "practice/plan.hpp"

#include <doctest/doctest.h>

#include "practice/small_sheet.hpp"
#include "support/error.hpp"

using namespace attn;
using namespace attn::practice;

namespace {

// Drawn, so that seeds differ; saturated now and then, so that some draws are made again.
void write_drawn(Plan& plan) {
  const Axis rows{"query", {"p", "q"}}, columns{"key", {"a", "b", "c"}};
  const Index scores = plan.given("scores", "Scores", rows, columns, plan.halves(2, 3, -8, 8));
  plan.weights("weights", "Weights", "", rows, columns, softmaxed(scores, plan.base()));
}

constexpr std::array kDrawn{Exercise{"drawn", write_drawn}};

Sheet drawn(SheetOptions options) {
  options.lesson = "drawn";
  return make_sheet(kDrawn, options);
}

std::size_t gaps(const Sheet& sheet) {
  std::size_t count = 0;
  for_each_gap(sheet, [&count](Index, Index, Index) { ++count; });
  return count;
}

}  // namespace

TEST_SUITE_BEGIN("plans of sheets");

TEST_CASE("draw the same from the same seed, and say so in the sheet's name") {
  const Sheet once = drawn({.seed = "7"}), again = drawn({.seed = "7"});
  CHECK(once.steps[0].values == again.steps[0].values);
  CHECK(once.code == again.code);
  CHECK(once.code.starts_with("drawn/all/e/3/rows/"));
  CHECK(drawn({.seed = "8"}).code != once.code);
  CHECK(drawn({.seed = "7", .level = Level::row}).code != once.code);
}

TEST_CASE("draw until no row of weights is saturated, or as good as uniform") {
  for (int seed = 0; seed < 200; ++seed) {
    const Sheet sheet = drawn({.seed = std::to_string(seed)});
    const Matrix& weights = sheet.steps[1].values;
    for (Index r = 0; r < 2; ++r) {
      const auto w = row(weights, r);
      CHECK(*std::max_element(w.begin(), w.end()) <= 0.9);
      CHECK(*std::min_element(w.begin(), w.end()) >= 0.02);
      CHECK(*std::max_element(w.begin(), w.end()) - *std::min_element(w.begin(), w.end()) >= 0.05);
    }
    for (const double s : sheet.steps[0].values) CHECK(s * 2.0 == std::round(s * 2.0));
  }
}

TEST_CASE("leave out a cell, a row, or all of every step, and nothing that is given") {
  CHECK(gaps(drawn({.level = Level::cell})) == 1);
  CHECK(gaps(drawn({.level = Level::row})) == 3);
  CHECK(gaps(drawn({.level = Level::all})) == 6);
}

TEST_CASE("hash the word and the name, by FNV-1a of the bytes between which a line feed stands") {
  // By another program: 0xcbf29ce484222325, then xor and times 0x100000001b3 for each byte.
  CHECK(own_seed("Ada Lovelace", "rosebud") == "7280883698269926046");
  CHECK(own_seed("  Ada   Lovelace ", "rosebud") == "7280883698269926046");
  CHECK(own_seed("Émilie", "rosebud") == "334202121014848519");
  CHECK(own_seed("E\u0301milie", "rosebud") == "334202121014848519");
  CHECK(own_seed("Ada", "rosebuds") != own_seed("Ada", "rosebud"));
}

TEST_CASE("draw a student's own sheet from that hash") {
  const Sheet own = drawn({.student = "Ada Lovelace", .course = "rosebud"});
  CHECK(own.steps[0].values == drawn({.seed = "7280883698269926046"}).steps[0].values);
}

TEST_CASE("refuse a seed that is no number and a lesson that has no exercises") {
  CHECK_THROWS_AS(drawn({.seed = "x"}), Error);
  CHECK_THROWS_WITH(make_sheet(kDrawn, {.lesson = "drown"}),
                    "unknown exercise \"drown\"; did you mean \"drawn\"? there are: drawn");
}

TEST_SUITE_END();
