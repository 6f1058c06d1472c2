// Do the heads of the lesson attend, add up and share as NumPy's do?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

TEST_SUITE_BEGIN("heads");

TEST_CASE("shows the weights of cat in four heads as NumPy computes them") {
  const Document page = run_lesson("heads");
  const Table& views = find_table(page, "views");
  const auto numpy = reference("heads")["weights"];
  for (std::size_t j = 0; j < 6; ++j) {
    for (std::size_t h = 0; h < 4; ++h) {
      CHECK(near(real_at(views, j, "h" + std::to_string(h)), numpy[h][j]));
    }
    CHECK(near(real_at(views, j, "wide"), reference("six_words")["weights"][1][j]));
  }
}

TEST_CASE("draws W_O where NumPy's stream goes on after W_V, and mixes heads with it") {
  const Document page = run_lesson("heads");
  CHECK(equals(find_array(page, "w_o"), reference("heads")["w_o"]));
  CHECK(equals(find_array(page, "multi_head_output"), reference("heads")["output"]));
}

TEST_CASE("measures what each head adds") {
  const Document page = run_lesson("heads");
  const Table& ablation = find_table(page, "ablation");
  for (std::size_t h = 0; h < 4; ++h) {
    CHECK(near(real_at(ablation, h, "part"), reference("heads")["parts"][h]));
    CHECK(near(real_at(ablation, h, "change"), reference("heads")["change"][h], 1e-10));
  }
}

TEST_CASE("measures what pooling keys and values changes") {
  const Document page = run_lesson("heads");
  const Table& sharing = find_table(page, "sharing");
  REQUIRE(sharing.rows.size() == 3);
  for (std::size_t g = 0; g < 3; ++g) {
    CHECK(near(real_at(sharing, g, "change"), reference("heads")["shared"][g]));
  }
  CHECK(std::get<std::string>(sharing.rows[1][1]) == "GQA");
  CHECK(std::get<Integer>(sharing.rows[2][3]) == 4);
}

TEST_CASE("counts 2^20 parameters in width 512 for 1 head and for 8 heads of 64") {
  const Document page = run_lesson("heads");
  const Table& cost = find_table(page, "cost");
  for (const std::size_t row : {std::size_t{0}, std::size_t{3}}) {
    CHECK(std::get<Integer>(cost.rows[row][2]) == 1'048'576);
    CHECK(std::get<Integer>(cost.rows[row][3]) == 4LL * 512 * 512 * 512);
    CHECK(std::get<Integer>(cost.rows[row][4]) == 2LL * 512 * 512 * 512);
  }
  CHECK(std::get<Integer>(cost.rows[3][1]) == 64);
  CHECK(std::get<Integer>(cost.rows[3][5]) == 8 * 512 * 512);
}

TEST_CASE("keeps its claims on any number of heads, on sentences, masks, seeds and examples") {
  for (const Given& given : {Given{{"--heads", "1"}},
                             {{"--heads", "2"}},
                             {{"--heads", "8"}},
                             {{"--dim", "7"}},
                             {{"--dim", "64"}, {"--heads", "64"}},
                             {{"--dim", "1"}},
                             {{"--text", "one"}},
                             {{"--text", "the dog bit the man"}},
                             {{"--example", "cat-sat"}},
                             {{"--causal", ""}},
                             {{"--scale", "0.1"}},
                             {{"--seed", "3"}}}) {
    CAPTURE(given[0].first + " " + given[0].second);
    CHECK(all_claims_hold(run_lesson("heads", given)));
  }
}

TEST_CASE("refuses heads that do not divide the components, and names those that do") {
  CHECK_THROWS_WITH_AS(run_lesson("heads", {{"--heads", "3"}}),
                       "--heads: 3 heads do not divide 8 components; use one of 1, 2, 4, 8", Error);
}

TEST_SUITE_END();
