// Does reading-maps measure what NumPy measures, and keep its claims on anybody's sentence?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

TEST_SUITE_BEGIN("reading-maps");

TEST_CASE("shows cat and sat as the most unequal pair of the six words") {
  const Document page = run_lesson("reading-maps");
  const Table& pairs = find_table(page, "there-and-back");
  const auto weights = reference("six_words")["weights"];
  CHECK(std::get<std::string>(pairs.rows[0][0]) == "cat");
  CHECK(std::get<std::string>(pairs.rows[0][1]) == "sat");
  CHECK(near(real_at(pairs, 0, "there"), weights[1][2]));
  CHECK(near(real_at(pairs, 0, "back"), weights[2][1]));
}

TEST_CASE("finds scores symmetric and weights not, once queries are made like keys") {
  const Document page = run_lesson("reading-maps");
  const Table& shared = find_table(page, "shared");
  const auto asymmetry = reference("reading_maps")["asymmetry"];
  CHECK(near(real_at(shared, 0, "scores"), asymmetry[0]));
  CHECK(near(real_at(shared, 0, "weights"), asymmetry[1]));
  CHECK(near(real_at(shared, 1, "scores"), 0.0));
  CHECK(near(real_at(shared, 1, "weights"), asymmetry[2]));
}

TEST_CASE("measures contributions, gradients and what hiding does as NumPy does") {
  const Document page = run_lesson("reading-maps");
  const Table& table = find_table(page, "contributions");
  const auto numpy = reference("reading_maps");
  for (std::size_t j = 0; j < table.rows.size(); ++j) {
    CAPTURE(j);
    CHECK(near(real_at(table, j, "value"), numpy["norms"][j]));
    CHECK(near(real_at(table, j, "product"), numpy["products"][j]));
    CHECK(near(real_at(table, j, "gradient"), numpy["gradients"][j]));
    CHECK(near(real_at(table, j, "moved"), numpy["hidden"][j]));
  }
}

TEST_CASE("names the leaders of each row that NumPy finds") {
  const Document page = run_lesson("reading-maps");
  const Table& leaders = find_table(page, "leaders");
  const auto numpy = reference("reading_maps")["leaders"];
  const auto words = reference("six_words")["words"];
  for (std::size_t i = 0; i < leaders.rows.size(); ++i) {
    CHECK(std::get<std::string>(leaders.rows[i][1]) == words[numpy[0][i].get<std::size_t>()]);
    CHECK(std::get<std::string>(leaders.rows[i][2]) == words[numpy[1][i].get<std::size_t>()]);
  }
}

TEST_CASE("shows a second row of weights with the output of the first") {
  for (const char* components : {"1", "2", "3"}) {
    const Document page = run_lesson("reading-maps", {{"--components", components}});
    const Table& table = find_table(page, "other-weights");
    double output = 0.0, again = 0.0, moved = 0.0;
    for (std::size_t j = 0; j < table.rows.size(); ++j) {
      output += real_at(table, j, "weight") * real_at(table, j, "v0");
      again += real_at(table, j, "other") * real_at(table, j, "v0");
      moved += std::abs(real_at(table, j, "weight") - real_at(table, j, "other"));
    }
    CHECK(near(output, again));
    CHECK(moved > 0.1);
  }
}

TEST_CASE("shows NumPy's weights, rollout and shares after three layers") {
  const Document page = run_lesson("reading-maps");
  const Table& table = find_table(page, "depth");
  const auto numpy = reference("reading_maps");
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    CHECK(near(real_at(table, k, "weight"), numpy["last"][k]));
    CHECK(near(real_at(table, k, "rollout"), numpy["rollout"][k]));
    CHECK(near(real_at(table, k, "share"), numpy["shares"][k]));
  }
}

TEST_CASE("describes the map as NumPy does") {
  const Document page = run_lesson("reading-maps");
  const Table& signs = find_table(page, "signs");
  CHECK(near(real_at(signs, 0, "value"), reference("reading_maps")["entropy"]));
  CHECK(near(real_at(signs, 2, "value"), reference("reading_maps")["self"]));
}

TEST_CASE("keeps its claims on one word, equal words, wide vectors, masks and other seeds") {
  for (const Given& given : {Given{},
                             {{"--text", "one"}},
                             {{"--text", "a a a"}},
                             {{"--example", "cat-sat"}},
                             {{"--causal", ""}, {"--focus", "0"}},
                             {{"--causal", ""}, {"--focus", "mat"}},
                             {{"--dim", "512"}},
                             {{"--scale", "1000"}},
                             {{"--scale", "0"}},
                             {{"--layers", "12"}},
                             {{"--seed", "7"}, {"--components", "8"}},
                             {{"--focus", "on"}, {"--layers", "1"}}}) {
    CAPTURE((given.empty() ? "" : given[0].first + given[0].second));
    CHECK(all_claims_hold(run_lesson("reading-maps", given)));
  }
}

TEST_CASE("says when a single row of weights gives the output") {
  const Document page = run_lesson("reading-maps", {{"--components", "8"}, {"--text", "a b"}});
  CHECK_THROWS_AS(find_table(page, "other-weights"), Error);
}

TEST_SUITE_END();
