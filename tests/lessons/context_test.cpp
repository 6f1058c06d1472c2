// Does "bank" have one vector before attention, and one a sentence after it?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

std::string message(Given given) {
  try {
    run_lesson("context", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("context");

// By hand: "bank" (1, 1) scores 2 with itself and 2 with (2, 0), so it takes half of each.
TEST_CASE("gives the bank of a river 1.5 of water and half of money, and the other the reverse") {
  const Document page = run_lesson("context");
  const Table& before = find_table(page, "before");
  const Table& after = find_table(page, "after");
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(real_at(before, i, "c0") == 1.0);
    CHECK(real_at(before, i, "c1") == 1.0);
  }
  CHECK(real_at(after, 0, "c0") == 1.5);
  CHECK(real_at(after, 0, "c1") == 0.5);
  CHECK(real_at(after, 1, "c0") == 0.5);
  CHECK(real_at(after, 1, "c1") == 1.5);
  CHECK(all_claims_hold(page));
}

TEST_CASE("finds the two banks √2 apart, at a cosine of 0.6") {
  const Table apart = find_table(run_lesson("context"), "apart");
  CHECK(near(real_at(apart, 0, "distance"), 1.4142135623730951));
  CHECK(near(real_at(apart, 0, "cosine"), 0.6));
}

TEST_CASE("leaves of a bank that may not see itself only the river") {
  const Table itself = find_table(run_lesson("context"), "itself");
  CHECK(real_at(itself, 1, "c0") == 2.0);
  CHECK(real_at(itself, 1, "c1") == 0.0);
}

// By hand: river (2, 0) scores 0 with savings (0, 2) and 2 with bank; divided by √2, softmax of
// 0 and √2 is 1/(1 + e^√2) = 0.195 570.
TEST_CASE("lets the first sentence ask the second") {
  const Table cross = find_table(run_lesson("context"), "cross-weights");
  CHECK(near(real_at(cross, 0, "c0"), 0.195570, 1e-6));
  CHECK(near(real_at(cross, 0, "c1"), 0.804430, 1e-6));
  CHECK(real_at(cross, 1, "c0") == 0.5);
}

TEST_CASE("shows that two projections let one word want what the other does not") {
  const Table scores = find_table(run_lesson("context"), "projections");
  CHECK(real_at(scores, 0, "shared") == 2.0);
  CHECK(real_at(scores, 1, "shared") == 2.0);
  CHECK(real_at(scores, 0, "apart") == 0.0);  // bank's water, river's money
  CHECK(real_at(scores, 1, "apart") == 2.0);  // river's water, bank's money
}

TEST_CASE("keeps its claims with sentences, widths and seeds of your own") {
  const std::vector<Given> runs{
      {{"--text", "a light lamp"}, {"--text", "a light bag"}, {"--text", "turn on the light"}},
      {{"--text", "word"}, {"--text", "word"}},
      {{"--text", "b a"}, {"--text", "a b"}, {"--dim", "1"}},
      {{"--text", "x y z"}, {"--text", "z z z"}, {"--dim", "1024"}, {"--seed", "12345678901234"}}};
  for (const Given& given : runs) {
    CAPTURE(given.front().second);
    CHECK(all_claims_hold(run_lesson("context", given)));
  }
}

TEST_CASE("follows the last word that all sentences share, or the one asked for") {
  const Given texts{{"--text", "a light lamp"}, {"--text", "a light bag"}};
  CHECK(run_lesson("context", texts).title.find("light") != std::string::npos);
  Given focused = texts;
  focused.emplace_back("--focus", "a");
  CHECK(run_lesson("context", focused).title.find("“a”") != std::string::npos);
}

TEST_CASE("refuses one sentence alone, sentences with no word in common, and strangers") {
  CHECK(message({{"--text", "alone"}}).find("--text twice") != std::string::npos);
  CHECK(message({{"--text", "a b"}, {"--text", "c d"}}).find("share no word") != std::string::npos);
  CHECK(message({{"--text", "a b"}, {"--text", "a c"}, {"--focus", "b"}}).find("use one of a") !=
        std::string::npos);
  CHECK(message({{"--seed", "x"}}) != "no error");
  CHECK(message({{"--dim", "3"}}).find("--dim") != std::string::npos);
  CHECK(message({{"--focus", "river"}}).find("bank") != std::string::npos);
}

TEST_SUITE_END();
