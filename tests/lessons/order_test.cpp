// Does order shuffle, add and turn as NumPy does, and does it see order where it should?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "reference.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

std::string message(Given given) {
  try {
    run_lesson("order", std::move(given));
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("order");

TEST_CASE("gives dog bites man and man bites dog the same outputs, word by word") {
  const Document page = run_lesson("order");
  const Table& outputs = find_table(page, "outputs");
  const Table& others = find_table(page, "other-outputs");
  const auto numpy = reference("order")["output"];
  const Integer reversed[] = {2, 1, 0};
  for (std::size_t word = 0; word < 3; ++word) {
    CHECK(std::get<Integer>(others.rows[word][1]) == reversed[word]);
    for (const char* component : {"o0", "o1", "o2"}) {
      const double expected = numpy[word][static_cast<std::size_t>(component[1] - '0')];
      CHECK(near(real_at(outputs, word, component), expected));
      CHECK(near(real_at(others, word, component), expected));
    }
  }
}

TEST_CASE("measures how far outputs move with no positions, sinusoids, RoPE and a causal mask") {
  const auto moved = reference("order")["moved"];
  for (const bool half : {false, true}) {
    const Document page = run_lesson("order", {{"--rope", half ? "half" : "pairs"}});
    const Table& table = find_table(page, "moved");
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(near(real_at(table, i, "plain"), 0.0));
      CHECK(near(real_at(table, i, "sinusoids"), moved["sinusoids"][i]));
      CHECK(near(real_at(table, i, "rope"), moved[half ? "half" : "rope"][i]));
      CHECK(near(real_at(table, i, "causal"), moved["causal"][i]));
    }
  }
}

TEST_CASE("shows rotary scores that a shift leaves alone, and sinusoidal ones that it changes") {
  const Document page = run_lesson("order");
  const Table& shifts = find_table(page, "shifts");
  const auto numpy = reference("order")["shifts"];
  REQUIRE(shifts.rows.size() == numpy.size());
  for (std::size_t i = 0; i < shifts.rows.size(); ++i) {
    CHECK(near(real_at(shifts, i, "rope"), numpy[i][0]));
    CHECK(near(real_at(shifts, i, "sinusoids"), numpy[i][1], 1e-11));
  }
}

TEST_CASE("takes a score with sinusoids apart into NumPy's four parts") {
  const Document page = run_lesson("order");
  const Table& terms = find_table(page, "terms");
  const auto numpy = reference("order")["terms"];
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(near(real_at(terms, i, "words"), numpy[i][0]));
    CHECK(near(real_at(terms, i, "word_place"), numpy[i][1]));
    CHECK(near(real_at(terms, i, "place_word"), numpy[i][2]));
    CHECK(near(real_at(terms, i, "places"), numpy[i][3]));
  }
}

TEST_CASE("turns the query of man at place 2 as NumPy does") {
  const Document page = run_lesson("order");
  const Table& pairs = find_table(page, "pairs");
  const auto turned = reference("order")["turned"];
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(near(real_at(pairs, i, "turned_a"), turned[2 * i]));
    CHECK(near(real_at(pairs, i, "turned_b"), turned[2 * i + 1]));
  }
}

TEST_CASE("finds 18 of 64 pairs unfinished after 4096 tokens, and 29 for Llama 3 after 8192") {
  const auto claim = [](Given given) {
    return find_claim(run_lesson("order", given), "slow-pairs");
  };
  CHECK(claim({}).text == "18 of 64 pairs stand below a full turn at position 4,096");
  CHECK(claim({{"--trained", "8192"}, {"--base", "500000"}}).text ==
        "29 of 64 pairs stand below a full turn at position 8,192");
}

TEST_CASE("shows waves of 2π to 54,410 positions for keys of 128 components") {
  const Table waves = find_table(run_lesson("order"), "waves");
  CHECK(near(real_at(waves, 0, "wave"), 6.283185307179586));
  CHECK(near(real_at(waves, 5, "wave"), 54410.1431, 1e-4));
  CHECK(near(real_at(waves, 5, "long_wave"), 2559195.52, 0.5));
}

TEST_CASE("keeps its claims on other orders, sentences, widths, bases and files' numbers") {
  for (const Given& given : {Given{{"--order", "1 2 0"}},
                             {{"--order", "0,1,2"}},
                             {{"--text", "one"}},
                             {{"--text", "a a b a"}},
                             {{"--text", "a a"}},
                             {{"--example", "six-words"}},
                             {{"--example", "cat-sat"}},
                             {{"--dim", "1"}},
                             {{"--dim", "2"}},
                             {{"--dim", "7"}},
                             {{"--dim", "512"}},
                             {{"--base", "1"}},
                             {{"--base", "1e12"}},
                             {{"--seed", "5"}},
                             {{"--trained", "1"}},
                             {{"--head-dim", "2"}},
                             {{"--rope", "half"}, {"--dim", "9"}}}) {
    CAPTURE(given[0].first + " " + given[0].second);
    CHECK(all_claims_hold(run_lesson("order", given)));
  }
}

TEST_CASE("refuses an order that does not name each word once") {
  CHECK(contains(message({{"--order", "0 0 1"}}), "--order: name each of 0 to 2 once"));
  CHECK(contains(message({{"--order", ""}}), "--order: name each of 0 to 2 once"));
  CHECK(contains(message({{"--order", "0 1 3"}}), "--order: 3 is out of range"));
  CHECK(contains(message({{"--order", "dog"}}), "--order"));
}

TEST_CASE("refuses keys whose components do not pair up") {
  CHECK(contains(message({{"--head-dim", "127"}}), "--head-dim: 127 is odd"));
}

TEST_SUITE_END();
