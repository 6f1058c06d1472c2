// Does softmax-rows compute what NumPy and a pencil do, for the reader's rows too?
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "render/number.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

Document scores(const std::string& row) { return run_lesson("softmax-rows", {{"--scores", row}}); }

std::string message(Given given) {
  try {
    run_lesson("softmax-rows", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("softmax-rows");

TEST_CASE("starts from the walkthrough's figures") {
  const Document page = run_lesson("softmax-rows");
  const auto numpy = reference("six_words");
  CHECK(equals(find_array(page, "scaled"), numpy["scaled"]));
  CHECK(equals(find_array(page, "weights"), numpy["weights"]));
  CHECK(all_claims_hold(page));
}

TEST_CASE("shows the maximum, the exponentials and the sums that NumPy computes") {
  const Document page = run_lesson("softmax-rows");
  const auto numpy = reference("softmax_rows");
  CHECK(equals(find_array(page, "exps"), numpy["exps"]));
  const Table& stages = find_table(page, "stages");
  for (std::size_t i = 0; i < stages.rows.size(); ++i) {
    CHECK(near(real_at(stages, i, "max"), numpy["row_max"][i]));
    CHECK(near(real_at(stages, i, "sum"), numpy["row_sum"][i]));
  }
}

TEST_CASE("follows cat: each exp over the sum is its weight") {
  const Table row = find_table(run_lesson("softmax-rows"), "row");
  REQUIRE(row.rows.size() == 6);
  for (std::size_t j = 0; j < row.rows.size(); ++j) {
    CHECK(near(real_at(row, j, "exp") / real_at(row, j, "sum"), real_at(row, j, "weight")));
    CHECK(
        near(std::exp(real_at(row, j, "score") - real_at(row, j, "max")), real_at(row, j, "exp")));
  }
  CHECK(shown(real_at(row, 2, "weight"), 4) == "0.7507");  // cat looks most at sat
}

TEST_CASE("sweeps sharpness to NumPy's entropies") {
  const Table table = find_table(run_lesson("softmax-rows"), "sharpness");
  const auto sweep = reference("softmax_rows")["sweep"];
  REQUIRE(table.rows.size() == sweep.size());
  for (std::size_t k = 0; k < sweep.size(); ++k) {
    CHECK(real_at(table, k, "sharpness") == sweep[k]["sharpness"].get<double>());
    CHECK(near(real_at(table, k, "entropy"), sweep[k]["entropy"]));
    CHECK(near(real_at(table, k, "peak"), sweep[k]["peak"]));
    CHECK(near(real_at(table, k, "share"), real_at(table, k, "entropy") / std::log(6.0) * 100.0,
               1e-10));
  }
}

TEST_CASE("shows what row sums become along the wrong axis") {
  const Table table = find_table(run_lesson("softmax-rows"), "wrong-axis");
  const auto numpy = reference("softmax_rows");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    CHECK(near(real_at(table, i, "right"), 1.0));
    CHECK(near(real_at(table, i, "wrong"), numpy["wrong_axis"][i]));
  }
}

TEST_CASE("names the rows whose displayed digits add up to 0.9999") {
  const Table sums = find_table(run_lesson("softmax-rows"), "row-sums");
  for (std::size_t i = 0; i < sums.rows.size(); ++i) {
    const auto& word = std::get<std::string>(sums.rows[i][0]);
    CHECK(shown(real_at(sums, i, "shown"), 4) ==
          (word == "on" || word == "mat" ? "0.9999" : "1.0000"));
  }
}

TEST_CASE("takes a row that you can check with a pocket calculator") {
  const Document page = scores("1,0,0.5");
  const Table& weights = find_table(page, "weights");
  CHECK(shown(weights.rows[0][1], weights.columns[1]) == "0.5065");  // the notes print 0.462
  CHECK(shown(weights.rows[0][2], weights.columns[2]) == "0.1863");
  CHECK(shown(weights.rows[0][3], weights.columns[3]) == "0.3072");
  CHECK(all_claims_hold(page));
}

TEST_CASE("takes several rows, separated by commas or spaces") {
  const Document page = run_lesson("softmax-rows", {{"--scores", "0, 0"}, {"--scores", "5 5"}});
  CHECK(find_array(page, "scores").values == std::vector{0.0, 0.0, 5.0, 5.0});
  CHECK(find_array(page, "weights").values == std::vector{0.5, 0.5, 0.5, 0.5});
}

TEST_CASE("shows inf and NaN for what the formula as written makes of 1000, 999, 0") {
  const Document page = scores("1000,999,0");
  const Table& table = find_table(page, "overflow");
  CHECK(std::isinf(real_at(table, 0, "exp")));
  CHECK(std::isnan(real_at(table, 0, "naive")));
  CHECK(std::isnan(real_at(table, 1, "naive")));
  CHECK(real_at(table, 2, "naive") == 0.0);
  CHECK(near(real_at(table, 0, "stable"), 0.7310585786300049));  // e / (e + 1)
  CHECK(near(real_at(table, 1, "stable"), 0.2689414213699951));
  CHECK(all_claims_hold(page));
}

TEST_CASE("moves a row that does not overflow to where it does") {
  const Table table = find_table(scores("1,0,0.5"), "overflow");
  CHECK(real_at(table, 0, "score") == 1000.0);
  CHECK(std::isnan(real_at(table, 0, "naive")));
  CHECK(near(real_at(table, 0, "stable"), 0.5064803910556095));
}

TEST_CASE("keeps a row whose exponentials are all 0 where it is") {
  const Table table = find_table(scores("-1000,-1001"), "overflow");
  CHECK(real_at(table, 0, "score") == -1000.0);
  CHECK(real_at(table, 0, "exp") == 0.0);
  CHECK(std::isnan(real_at(table, 0, "naive")));
}

TEST_CASE("finds where exp overflows in each precision") {
  const Table limits = find_table(scores("89,0"), "limits");
  CHECK(shown(real_at(limits, 0, "limit"), 2) == "709.78");
  CHECK(shown(real_at(limits, 1, "limit"), 2) == "88.72");
  CHECK(shown(real_at(limits, 2, "limit"), 2) == "11.09");
  CHECK(real_at(limits, 0, "naive") == 1.0);
  CHECK(std::isnan(real_at(limits, 1, "naive")));  // 89 is past 88.72
  CHECK(std::isnan(real_at(limits, 2, "naive")));
  CHECK(real_at(limits, 2, "stable") == 1.0);
}

TEST_CASE("gives a key hidden by -inf no weight, and counts it out of uniform") {
  const Document page = scores("2,2,-inf");
  CHECK(find_array(page, "weights").values == std::vector{0.5, 0.5, 0.0});
  CHECK(near(real_at(find_table(page, "sharpness"), 0, "share"), 100.0, 1e-10));
  CHECK(all_claims_hold(page));
}

TEST_CASE("has no share of uniform to show where one key is alone") {
  const Document page = scores("3");
  CHECK(std::holds_alternative<Missing>(find_table(page, "sharpness").rows[0][2]));
  CHECK(all_claims_hold(page));
}

TEST_CASE("keeps its claims for any sentence, seed and extreme row") {
  for (const char* seed : {"1", "2", "340282366920938463463374607431768211456"}) {
    CHECK(all_claims_hold(run_lesson("softmax-rows", {{"--seed", seed}})));
  }
  for (const char* text : {"one", "a a", "who did what to whom and why did who do it"}) {
    CHECK(all_claims_hold(run_lesson("softmax-rows", {{"--text", text}, {"--dim", "64"}})));
    CHECK(all_claims_hold(run_lesson("softmax-rows", {{"--text", text}, {"--causal", ""}})));
  }
  for (const char* row : {"0", "1e9,-1e9", "1e9,999999999.9", "-1e9,-1e9,-inf", "1e-300,0",
                          "709.9,709.9,-745.2", "-0,0", "500,499.99999999"}) {
    CAPTURE(row);
    CHECK(all_claims_hold(scores(row)));
  }
}

TEST_CASE("refuses what is no row of scores, and says what would be") {
  CHECK(message({{"--scores", "1,,2"}}) ==
        "--scores \"1,,2\": a number is missing; write a row like \"1,0,0.5\"");
  CHECK(message({{"--scores", ""}}).find("a number is missing") != std::string::npos);
  CHECK(message({{"--scores", "1,2,"}}).find("a number is missing") != std::string::npos);
  CHECK(message({{"--scores", "1,x"}}).find("\"x\" is not a number") != std::string::npos);
  CHECK(message({{"--scores", "nan"}}).find("\"nan\" is not a number") != std::string::npos);
  CHECK(message({{"--scores", "inf,1"}}).find("\"inf\" is not a number") != std::string::npos);
  CHECK(message({{"--scores", "1e10"}}).find("out of range") != std::string::npos);
}

TEST_CASE("refuses rows that do not fit together, hide everything, or are too many") {
  CHECK(message({{"--scores", "1,2"}, {"--scores", "1,2,3"}}) ==
        "--scores \"1,2,3\": 3 scores where the first row has 2; give rows of equal length");
  CHECK(message({{"--scores", "-inf,-inf"}}).find("every key is hidden") != std::string::npos);
  std::string wide = "1";
  for (int i = 0; i < 64; ++i) wide += ",1";
  CHECK(message({{"--scores", wide}}).find("use at most 64") != std::string::npos);
  CHECK(message(Given(65, {"--scores", "1"})).find("use at most 64") != std::string::npos);
}

TEST_CASE("refuses a sentence beside scores") {
  for (const auto& other : Given{{"--text", "a b"},
                                 {"--causal", ""},
                                 {"--scale", "2"},
                                 {"--dim", "4"},
                                 {"--example", "cat-sat"}}) {
    CHECK(message({{"--scores", "1,2"}, other}).find("leave out") != std::string::npos);
  }
}

TEST_CASE("follows the row that --focus names") {
  const Document page =
      run_lesson("softmax-rows", {{"--scores", "1,2"}, {"--scores", "8,9"}, {"--focus", "1"}});
  CHECK(real_at(find_table(page, "row"), 0, "score") == 8.0);
  CHECK(message({{"--scores", "1,2"}, {"--focus", "2"}}).find("--focus") != std::string::npos);
}

TEST_SUITE_END();
