// Does ring compute, deal and send as NumPy and arithmetic by hand do?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

std::string message(Given given) {
  try {
    run_lesson("ring", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

Integer whole(const Table& table, std::size_t row, std::size_t column) {
  return std::get<Integer>(table.rows.at(row).at(column));
}

}  // namespace

TEST_SUITE_BEGIN("ring");

TEST_CASE("comes to the outputs that NumPy has, with and without a mask, and over heads") {
  const Document page = run_lesson("ring");
  const auto numpy = reference("ring");
  CHECK(equals(find_array(page, "output"), numpy["output"]));
  CHECK(equals(find_array(page, "causal_output"), numpy["causal_output"]));
  CHECK(equals(find_array(page, "heads_output"), numpy["heads_output"]));
  CHECK(all_claims_hold(page));
}

TEST_CASE("joins step by step to what NumPy has over the keys so far") {
  const Document page = run_lesson("ring");
  const Table& joins = find_table(page, "joins");
  REQUIRE(joins.rows.size() == 4);
  for (std::size_t step = 0; step < 4; ++step) {
    CHECK(near(real_at(joins, step, "peak"), reference("ring")["joins"][step][0]));
    CHECK(near(real_at(joins, step, "sum"), reference("ring")["joins"][step][1]));
    CHECK(near(real_at(joins, step, "o0"), reference("ring")["joins"][step][2]));
  }
}

TEST_CASE("counts the scores of each rank and step as NumPy does") {
  const Document page = run_lesson("ring");
  for (const auto& [id, name] :
       {std::pair{"work-in-order", "work_in_order"}, {"work-zigzag", "work_zigzag"}}) {
    const Table& work = find_table(page, id);
    for (std::size_t rank = 0; rank < 4; ++rank) {
      for (std::size_t step = 0; step < 4; ++step) {
        CHECK(whole(work, rank, 2 + step) ==
              Integer{reference("ring")[name][rank][step].get<std::int64_t>()});
      }
    }
  }
  CHECK(whole(find_table(page, "work-in-order"), 4, 6) == 15);
  CHECK(whole(find_table(page, "work-zigzag"), 4, 6) == 9);
}

TEST_CASE("sends 48 numbers from each of four ranks, in rings and over heads") {
  const Document page = run_lesson("ring");
  CHECK(whole(find_table(page, "sent"), 3, 1) == 2 * 8 * 4 * 3 / 4);
  CHECK(whole(find_table(page, "heads"), 2, 4) == 2 * 8 * 8 * 3 / 4);
  CHECK(find_table(page, "messages").rows.size() == 12);
}

TEST_CASE("takes 12,480 tokens a rank to hide what goes over InfiniBand HDR") {
  const Document page = run_lesson("ring");
  CHECK(whole(find_table(page, "links"), 1, 2) == 12480);  // 2 · 312e12 / (2 · 25e9)
}

TEST_CASE("keeps its claims for other ranks, tokens, widths and seeds") {
  for (const char* ranks : {"1", "2", "3", "5", "8"}) {
    for (const char* tokens : {"16", "17", "23", "64"}) {
      CAPTURE(ranks);
      CAPTURE(tokens);
      CHECK(all_claims_hold(
          run_lesson("ring", {{"--ranks", ranks}, {"--n", tokens}, {"--seed", "5"}})));
    }
  }
  CHECK(all_claims_hold(run_lesson("ring", {{"--dim", "1"}})));
  CHECK(all_claims_hold(run_lesson("ring", {{"--n", "1024"}, {"--dim", "64"}})));
}

TEST_CASE("does what it suggests to try") {
  CHECK(all_claims_hold(run_lesson("ring", {{"--ranks", "2"}, {"--n", "4"}})));
  CHECK(all_claims_hold(run_lesson("ring", {{"--ranks", "8"}, {"--n", "64"}})));
  CHECK(all_claims_hold(run_lesson("ring", {{"--n", "10"}})));
}

TEST_CASE("refuses tokens that are too few for the ranks") {
  CHECK(message({{"--n", "7"}}) ==
        "--n: 7 tokens are too few for 4 ranks; give each two at least, 8");
}

TEST_SUITE_END();
