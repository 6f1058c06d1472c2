// Does every row of the errata say what an independent computation says?
#include <doctest/doctest.h>

#include <algorithm>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

// What the row of that place has in the third column.
std::string computed(const char* table, std::string_view place) {
  static const Document page = run_lesson("errata");
  for (const auto& row : find_table(page, table).rows) {
    if (std::get<std::string>(row[0]) == place) return std::get<std::string>(row[2]);
  }
  return "no such place";
}

std::string message(Given given) {
  try {
    run_lesson("errata", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("errata");

TEST_CASE("holds every row of both sources, and claims all but the quotations") {
  const Document page = run_lesson("errata");
  CHECK(find_table(page, "word").rows.size() == 6);
  CHECK(find_table(page, "example").rows.size() == 6);
  CHECK(find_table(page, "heart").rows.size() == 8);
  CHECK(all_claims_hold(page));
  const auto claims = std::ranges::count_if(
      page.blocks, [](const Block& block) { return std::holds_alternative<Claim>(block); });
  CHECK(claims == 18);
}

// NumPy 1.24.2: the script, with the scaled scores under a name of their own.
TEST_CASE("computes what NumPy does where the script stops or is off") {
  CHECK(computed("word", "script, steps 3 and 4") ==
        "all of it; “cat” looks most at “sat”, 0.7507");
  CHECK(computed("word", "script, comment on E[5]") ==
        "cat → mat 0.0062, mat → cat 0.0043; uniform 0.1667");
  CHECK(computed("word", "script, step 3") == "the digits of “on” 0.9999 and of “mat” 0.9999");
  CHECK(computed("word", "script, memory table") == "4096.0 MiB or 4295.0 MB; 256 B");
  CHECK(computed("word", "guided tour, step 7") == "11 words, 121 scores");
  CHECK(computed("word", "questions") ==
        "reversed words: outputs reversed, a component moved by up to 2.49");
}

// NumPy 1.24.2: softmax of 1, 0, 0.5 and its permutations; a pencil agrees.
TEST_CASE("computes the worked example as NumPy does") {
  CHECK(computed("example", "step 3, “The”") == "0.506 0.186 0.307");
  CHECK(computed("example", "step 3, “cat”") == "0.186 0.506 0.307");
  CHECK(computed("example", "step 3, “sat”") == "0.274 0.274 0.452");
  CHECK(computed("example", "step 4, “The”") == "0.814 0.494 0.506 0.186");
}

TEST_CASE("turns words without changing a score or an output") {
  CHECK(computed("example", "edge cases") == "“sat” first: 2 1 1; “sat” last: 1 1 2");
  CHECK(computed("example", "key takeaways") ==
        "“The” first: 0.814 0.494 0.506 0.186, last: 0.814 0.494 0.506 0.186");
}

TEST_CASE("counts bytes, entries and heads") {
  CHECK(computed("heart", "flash table, n = 4096, d = 64") ==
        "64.0 MiB → 4.0 MiB: 16×; flash's own state: 32.0 KiB");
  CHECK(computed("heart", "flash section, n = 8192") == "256.0 MiB = 268.4 MB; 32.0 GiB = 34.4 GB");
  CHECK(computed("heart", "causal test") == "4 of its 10 entries; all 10 are 0");
  CHECK(computed("heart", "grouped-query attention") ==
        "Llama 3 8B 4×, Mistral 7B 4×, Llama 3 70B 8×");
}

TEST_CASE("finds the NaN rows of unguarded tiles and of an empty row") {
  CHECK(computed("heart", "flash attention code") ==
        "NaN in rows 4–7 for a window of 3, 0–7 for 2 padding keys first");
  CHECK(computed("heart", "NumPy and PyTorch code") ==
        "a row with no key left: 0.2 for each key; NaN");
}

TEST_CASE("names the source of what it quotes") {
  CHECK(computed("heart", "attention sinks").find("arXiv 2309.17453") != std::string::npos);
  CHECK(computed("heart", "what flash attention 2 reaches").find("arXiv 2307.08691") !=
        std::string::npos);
}

TEST_CASE("can be cut down to one source") {
  CHECK_NOTHROW(find_table(run_lesson("errata", {{"--source", "word"}}), "word"));
  CHECK_THROWS_AS(find_table(run_lesson("errata", {{"--source", "word"}}), "heart"), Error);
  CHECK_THROWS_AS(find_table(run_lesson("errata", {{"--source", "heart"}}), "word"), Error);
}

TEST_CASE("tests figures of your own, and fails where they are wrong") {
  const Document right =
      run_lesson("errata", {{"--scores", "1,0,0.5"}, {"--printed", "0.506,0.186,0.307"}});
  CHECK(find_claim(right, "own-agrees").holds);
  const Document wrong =
      run_lesson("errata", {{"--scores", "1,0,0.5"}, {"--printed", "0.462,0.170,0.368"}});
  CHECK_FALSE(find_claim(wrong, "own-agrees").holds);
}

TEST_CASE("wants as many weights as scores") {
  CHECK(message({{"--scores", "1,2"}}).find("0 weights for 2 scores") != std::string::npos);
  CHECK(message({{"--printed", "0.5"}}).find("1 weights for 0 scores") != std::string::npos);
}

TEST_SUITE_END();
