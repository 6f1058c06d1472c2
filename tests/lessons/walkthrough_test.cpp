#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "render/number.hpp"
#include "support/error.hpp"

using namespace attn;

TEST_SUITE_BEGIN("walkthrough");

TEST_CASE("holds every array of the six-word sentence as NumPy computes it") {
  const Document page = run_lesson("walkthrough");
  const auto numpy = reference("six_words");
  for (const char* name : {"embeddings", "w_q", "w_k", "w_v", "q", "k", "v", "scores", "scaled",
                           "weights", "output"}) {
    CAPTURE(name);
    CHECK(equals(find_array(page, name), numpy[name]));
  }
}

TEST_CASE("shows the digits that NumPy's figures round to") {
  const Document page = run_lesson("walkthrough");
  const auto numpy = reference("six_words");
  for (const auto& [name, digits] : {std::pair{"scores", 3}, {"weights", 4}}) {
    const Table& table = find_table(page, name);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      for (std::size_t j = 1; j < table.columns.size(); ++j) {
        CHECK(shown(table.rows[i][j], table.columns[j]) ==
              shown(numpy[name][i][j - 1].get<double>(), digits));
      }
    }
  }
}

TEST_CASE("finds the strongest links that NumPy finds") {
  const Document page = run_lesson("walkthrough");
  const auto numpy = reference("six_words");
  const Table& links = find_table(page, "links");
  for (std::size_t i = 0; i < links.rows.size(); ++i) {
    const std::size_t j = numpy["strongest_link"][i];
    CHECK(std::get<std::string>(links.rows[i][1]) == numpy["words"][j]);
    CHECK(near(real_at(links, i, "weight"), numpy["weights"][i][j]));
  }
}

TEST_CASE("shows NumPy's saturation sweep") {
  const Document page = run_lesson("walkthrough");
  const auto numpy = reference("scaling");
  const Table& peaks = find_table(page, "peaks");
  REQUIRE(peaks.rows.size() == numpy["rows"].size());
  for (std::size_t i = 0; i < peaks.rows.size(); ++i) {
    CHECK(near(real_at(peaks, i, "unscaled"), numpy["rows"][i]["unscaled_peak"]));
    CHECK(near(real_at(peaks, i, "scaled"), numpy["rows"][i]["scaled_peak"]));
  }
}

TEST_CASE("says that cat and mat, though alike, attend to each other less than uniformly") {
  const Document page = run_lesson("walkthrough");
  const Table& similar = find_table(page, "similar-words");
  CHECK(std::get<std::string>(similar.rows[0][0]) == "cat, mat");
  CHECK(shown(real_at(similar, 0, "there"), 4) == "0.0062");
  CHECK(shown(real_at(similar, 0, "back"), 4) == "0.0043");
}

TEST_CASE("names the rows whose displayed digits add up to 0.9999") {
  const Document page = run_lesson("walkthrough");
  const Table& sums = find_table(page, "row-sums");
  for (std::size_t i = 0; i < sums.rows.size(); ++i) {
    const auto& word = std::get<std::string>(sums.rows[i][0]);
    CHECK(shown(real_at(sums, i, "shown"), 4) ==
          (word == "on" || word == "mat" ? "0.9999" : "1.0000"));
  }
}

TEST_CASE("computes the three-word example that can be checked by hand") {
  const Document page = run_lesson("walkthrough", {{"--example", "cat-sat"}});
  const auto numpy = reference("cat_sat");
  for (const char* name : {"scores", "scaled", "weights", "output"}) {
    CHECK(equals(find_array(page, name), numpy[name]));
  }
  const Table& products = find_table(page, "products");
  CHECK(std::get<std::string>(products.rows[2][1]) == "0·1 + 1·1 + 0·0 + 1·0");
}

TEST_CASE("keeps every claim with any seed, sentence, width, scale or mask") {
  const std::vector<Given> runs{{{"--seed", "1"}},
                                {{"--seed", "340282366920938463463374607431768211463"}},
                                {{"--text", "a"}},
                                {{"--text", "the dog bit the man"}, {"--focus", "dog"}},
                                {{"--text", "no no no"}, {"--causal", ""}},
                                {{"--dim", "1"}},
                                {{"--dim", "33"}, {"--causal", ""}},
                                {{"--scale", "0"}},
                                {{"--scale", "-3"}, {"--example", "cat-sat"}}};
  for (const Given& given : runs) {
    CAPTURE(given.front().second);
    CHECK(all_claims_hold(run_lesson("walkthrough", given)));
  }
}

TEST_CASE("hides the future when causal") {
  const Document page = run_lesson("walkthrough", {{"--causal", ""}});
  const Array& weights = find_array(page, "weights");
  const Array& mask = find_array(page, "mask");
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      CHECK(mask.values[6 * i + j] == (j > i ? 1.0 : 0.0));
      CHECK((weights.values[6 * i + j] == 0.0) == (j > i));
    }
  }
}

TEST_CASE("refuses a word, width, seed or sentence that it cannot use") {
  const std::vector<Given> wrong{{{"--focus", "dgo"}, {"--text", "a dog"}},
                                 {{"--focus", "6"}},
                                 {{"--text", ""}},
                                 {{"--text", " \t\n"}},
                                 {{"--text", "\xff"}},
                                 {{"--text", std::string(65, 'a')}},
                                 {{"--dim", "0"}},
                                 {{"--dim", "1000000000000"}},
                                 {{"--seed", "-1"}},
                                 {{"--seed", "abc"}},
                                 {{"--input", "/nonexistent.json"}},
                                 {{"--text", "a b"}, {"--example", "cat-sat"}},
                                 {{"--dim", "4"}, {"--example", "cat-sat"}}};
  for (const Given& given : wrong) {
    CAPTURE(given.front().second);
    CHECK_THROWS_AS(run_lesson("walkthrough", given), Error);
  }
}

TEST_SUITE_END();
