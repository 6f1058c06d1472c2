// Does causal-mask hide what it says, and compute each fill as its precision does?
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

std::string message(Given given) {
  try {
    run_lesson("causal-mask", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

const std::string& text_at(const Table& table, std::size_t row, std::string_view column) {
  const auto at = std::ranges::find(table.columns, column, &Column::id);
  return std::get<std::string>(
      table.rows.at(row).at(static_cast<std::size_t>(at - table.columns.begin())));
}

Integer zeros_and_ones(const Table& table, std::size_t row) {
  Integer digits = 0;
  for (std::size_t j = 1; j < table.columns.size(); ++j) {
    digits = 10 * digits + std::get<Integer>(table.rows.at(row).at(j));
  }
  return digits;
}

}  // namespace

TEST_SUITE_BEGIN("causal-mask");

TEST_CASE("shows five tokens and the triangle above the diagonal as 1 = hidden") {
  const Table mask = find_table(run_lesson("causal-mask"), "mask");
  REQUIRE(mask.rows.size() == 5);
  CHECK(zeros_and_ones(mask, 0) == 1111);
  CHECK(zeros_and_ones(mask, 1) == 111);
  CHECK(zeros_and_ones(mask, 2) == 11);
  CHECK(zeros_and_ones(mask, 3) == 1);
  CHECK(zeros_and_ones(mask, 4) == 0);
}

TEST_CASE("computes NumPy's scores, weights and outputs, with the mask and without") {
  const Document page = run_lesson("causal-mask");
  const auto numpy = reference("causal_mask");
  CHECK(equals(find_array(page, "scaled"), numpy["scaled"]));
  CHECK(equals(find_array(page, "weights"), numpy["weights"]));
  CHECK(equals(find_array(page, "unmasked_weights"), numpy["unmasked"]));
  CHECK(equals(find_array(page, "output"), numpy["output"]));
  CHECK(all_claims_hold(page));
}

TEST_CASE("finds that changing later tokens moves outputs only without the mask") {
  const Table changes = find_table(run_lesson("causal-mask"), "changes");
  const auto numpy = reference("causal_mask");
  for (std::size_t i = 0; i < changes.rows.size(); ++i) {
    CHECK(real_at(changes, i, "masked") == 0.0);
    CHECK(near(real_at(changes, i, "open"), numpy["moved"][i]));
  }
}

TEST_CASE("shows what weights zeroed after the softmax still add up to") {
  const Table late = find_table(run_lesson("causal-mask"), "late");
  const auto unmasked = reference("causal_mask")["unmasked"];
  for (std::size_t i = 0; i < late.rows.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j <= i; ++j) sum += unmasked[i][j].get<double>();
    CHECK(near(real_at(late, i, "left"), sum));
    CHECK(near(real_at(late, i, "lost"), 1.0 - sum));
  }
}

TEST_CASE("judges each fill as NumPy's arithmetic in that precision does") {
  const Table table = find_table(run_lesson("causal-mask"), "fills");
  const auto fills = reference("causal_mask")["fills"];
  REQUIRE(3 * table.rows.size() == fills.size());
  for (std::size_t k = 0; k < fills.size(); ++k) {
    CAPTURE(k);
    const auto& weights = fills[k]["weights"];
    CHECK(text_at(table, k / 3, "way") == (fills[k]["added"].get<bool>() ? "added" : "in place"));
    CHECK(text_at(table, k / 3, fills[k]["precision"].get<std::string>()) ==
          (weights[0].is_null()       ? "NaN"
           : weights[0] == weights[2] ? "uniform"
                                      : "as unmasked"));
  }
}

TEST_CASE("measures how near an added fill leaves the row to the unmasked one, as NumPy does") {
  const Table table = find_table(run_lesson("causal-mask"), "added");
  const auto numpy = reference("causal_mask");
  std::size_t k = 0;
  for (const auto& fill : numpy["fills"]) {
    if (!fill["added"].get<bool>() || fill["weights"][0].is_null()) continue;
    double off = 0.0;
    for (std::size_t j = 0; j < 5; ++j) {
      off = std::max(
          off, std::abs(fill["weights"][j].get<double>() - numpy["unmasked"][0][j].get<double>()));
    }
    CAPTURE(k);
    CHECK(text_at(table, k, "precision") == fill["precision"]);
    CHECK(near(real_at(table, k, "off"), off, 1e-3 * off + 1e-15));
    ++k;
  }
  CHECK(table.rows.size() == k);
  CHECK(real_at(table, 1, "spacing") == 64.0);  // next to 1e9 in float32
  CHECK(real_at(table, 4, "spacing") == 8.0);   // next to 1e4 in float16
}

TEST_CASE("shows the published row whose weight leaks to hidden keys") {
  const Table leak = find_table(run_lesson("causal-mask"), "leak");
  const double expected[] = {0.0, 0.0, 0.5, 0.5};
  for (std::size_t j = 0; j < 4; ++j) CHECK(real_at(leak, j, "weight") == expected[j]);
  CHECK(real_at(leak, 0, "infinite") == 1.0);
  CHECK(real_at(leak, 3, "infinite") == 0.0);
}

TEST_CASE("lays a mask of 2 queries and 5 keys bottom-right and top-left") {
  const Document page = run_lesson("causal-mask");
  CHECK(zeros_and_ones(find_table(page, "bottom-right"), 0) == 1);
  CHECK(zeros_and_ones(find_table(page, "bottom-right"), 1) == 0);
  CHECK(zeros_and_ones(find_table(page, "top-left"), 0) == 1111);
  CHECK(zeros_and_ones(find_table(page, "top-left"), 1) == 111);
}

TEST_CASE("takes any number of tokens, queries and keys up to 64") {
  for (const char* n : {"1", "2", "17", "64"}) {
    CAPTURE(n);
    const Document page = run_lesson("causal-mask", {{"--n", n}, {"--queries", n}});
    CHECK(all_claims_hold(page));
    CHECK(find_table(page, "mask").rows.size() == std::stoul(n));
  }
}

TEST_CASE("takes a sentence, an example or a seed of your own") {
  CHECK(find_table(run_lesson("causal-mask", {{"--text", "a b c"}}), "mask").rows.size() == 3);
  CHECK(find_table(run_lesson("causal-mask", {{"--example", "six-words"}}), "mask").rows.size() ==
        6);
  for (const char* seed : {"1", "7", "99999999999999999999999"}) {
    CHECK(all_claims_hold(run_lesson("causal-mask", {{"--seed", seed}, {"--n", "9"}})));
  }
}

TEST_CASE("keeps its claims where scores are so far apart that the future takes whole rows") {
  const Document page = run_lesson("causal-mask", {{"--n", "64"}, {"--dim", "1024"}});
  CHECK(all_claims_hold(page));
  const Table late = find_table(page, "late");
  const bool taken = std::ranges::any_of(
      late.rows, [](const std::vector<Cell>& row) { return std::get<double>(row[1]) == 0.0; });
  CHECK(taken);
}

TEST_CASE("computes the three-word example that can be checked by hand") {
  // Scores 2 0 1, 0 2 1 and 1 1 2, halved: softmax of 0, 1 is 1/(1 + e) and e/(1 + e).
  const Document page = run_lesson("causal-mask", {{"--example", "cat-sat"}});
  const auto weights = find_array(page, "weights").values;
  const double by_hand[] = {1.0, 0.0, 0.0, 0.268941, 0.731059, 0.0, 0.274069, 0.274069, 0.451862};
  for (std::size_t k = 0; k < 9; ++k) CHECK(near(weights.at(k), by_hand[k], 1e-6));
  CHECK(all_claims_hold(page));
}

TEST_CASE("refuses --n beside a sentence") {
  CHECK(message({{"--n", "3"}, {"--text", "a b"}}).find("leave out --n") != std::string::npos);
}

TEST_CASE("refuses --n 0 and --n beyond what a page holds") {
  CHECK(message({{"--n", "0"}}).find("--n") != std::string::npos);
  CHECK(message({{"--n", "65"}}).find("64") != std::string::npos);
  CHECK(message({{"--n", "1000000000000000000000000000000"}}).find("out of range") !=
        std::string::npos);
}

TEST_SUITE_END();
