// Are the figures of the lesson on cost the ones that can be had by hand?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

Integer whole_at(const Table& table, std::size_t row, std::size_t column) {
  return std::get<Integer>(table.rows.at(row).at(column));
}

}  // namespace

TEST_SUITE_BEGIN("cost");

TEST_CASE("counts the products of both layers as 2n²d and 2nd²") {
  const Document page = run_lesson("cost");
  const Table& counted = find_table(page, "counted");
  CHECK(whole_at(counted, 0, 2) == 256);  // n = 4, d = 8
  CHECK(whole_at(counted, 0, 4) == 512);
  CHECK(whole_at(counted, 1, 2) == 1024);  // n = 8: four times, and twice
  CHECK(whole_at(counted, 1, 4) == 1024);
  CHECK(all_claims_hold(page));
}

TEST_CASE("finds both layers equal at n = d = 512, with 268,435,456 products") {
  const Table crossing = find_table(run_lesson("cost"), "crossing");
  CHECK(whole_at(crossing, 3, 0) == 512);
  CHECK(whole_at(crossing, 3, 1) == 268'435'456);
  CHECK(whole_at(crossing, 3, 2) == 268'435'456);
  CHECK(real_at(crossing, 3, "ratio") == 1.0);
  CHECK(real_at(crossing, 0, "ratio") == 0.125);
}

TEST_CASE("adds the projections: at n = d attention takes three times the products of recurrence") {
  const Table crossing = find_table(run_lesson("cost"), "crossing");
  CHECK(whole_at(crossing, 3, 5) == 3 * 268'435'456LL);
}

TEST_CASE("sets 3 steps and a path of 1 against n steps and a path of n − 1") {
  const Table resources = find_table(run_lesson("cost", {{"--n", "100"}}), "resources");
  CHECK(whole_at(resources, 1, 2) == 10'000);
  CHECK(whole_at(resources, 2, 2) == 3);
  CHECK(whole_at(resources, 2, 4) == 100);
  CHECK(whole_at(resources, 3, 2) == 1);
  CHECK(whole_at(resources, 3, 4) == 99);
}

TEST_CASE("loses a nudge in a recurrent layer of gain 0.5 and not in attention") {
  const Table reach = find_table(run_lesson("cost"), "reach");
  const std::size_t last = reach.rows.size() - 1;
  CHECK(whole_at(reach, last, 0) == 50);
  CHECK(real_at(reach, last, "gain0") < 1e-9);
  CHECK(real_at(reach, last, "gain1") > 1e3 * real_at(reach, last, "gain0"));
  // NumPy, by central difference with a step of 1e-6.
  CHECK(near(real_at(reach, 0, "attention"), 0.399, 5e-4));
  CHECK(near(real_at(reach, last, "attention"), 0.0125, 5e-5));
}

TEST_CASE("keeps its claims with widths, lengths, steps and seeds of your own") {
  const std::vector<Given> runs{{{"--dim", "1"}, {"--n", "1"}},
                                {{"--n", "1099511627776"}, {"--dim", "1048576"}},
                                {{"--steps", "2"}},
                                {{"--steps", "512"}, {"--seed", "9"}},
                                {{"--seed", "2"}},
                                {{"--n", "7,7,3"}, {"--dim", "5"}}};
  for (const Given& given : runs) {
    CAPTURE(given.front().second);
    CHECK(all_claims_hold(run_lesson("cost", given)));
  }
}

TEST_CASE("refuses numbers out of range and seeds that are none") {
  CHECK_THROWS_AS(run_lesson("cost", {{"--n", "0"}}), Error);
  CHECK_THROWS_AS(run_lesson("cost", {{"--dim", "0"}}), Error);
  CHECK_THROWS_AS(run_lesson("cost", {{"--steps", "1"}}), Error);
  CHECK_THROWS_AS(run_lesson("cost", {{"--seed", "x"}}), Error);
}

TEST_SUITE_END();
