// Which tokens is a normalised line made of?
#include "check/formula/tokens.hpp"

#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <string>

namespace {

// "12 * 64 =": its tokens, a space between each two.
std::string tokens_in(std::string_view line) {
  std::vector<std::string_view> texts;
  for (const attn::Token& token : attn::tokens_of(line, 0, line.size()))
    texts.push_back(token.text);
  return fmt::format("{}", fmt::join(texts, " "));
}

struct Line {
  std::string_view text, tokens;
};

constexpr Line kLines[] = {
    {"12*64=768", "12 * 64 = 768"},
    {"1,000,000 + 2,5", "1,000,000 + 2 , 5"},
    {"[1,000, 2]", "[ 1 , 000 , 2 ]"},
    {"f(1,000)", "f ( 1 , 000 )"},
    {"(1,000)", "( 1,000 )"},
    {"2.5e-3 3e8 4e", "2.5e-3 3e8 4 e"},
    {".5 + x.5", ".5 + x . 5"},
    {"[1. 2.]", "[ 1. 2. ]"},
    {"17 / 4. = 4.25", "17 / 4. = 4.25"},
    {"3 x 4", "3 * 4"},
    {"3x4", "3 * 4"},
    {"0x41", "0 x41"},
    {"x = 3", "x = 3"},
    {"d_k W_1 _0", "d_k W_1 _0"},
    {"GPT-4 a-b", "GPT-4 a - b"},
    {"don't", "don't"},
};

}  // namespace

TEST_SUITE("the tokens of a line") {
  TEST_CASE("are its numbers, words and signs") {
    for (const Line& line : kLines) {
      CAPTURE(line.text);
      CHECK(tokens_in(line.text) == line.tokens);
    }
  }

  TEST_CASE("know the space on either side, and where they stand") {
    const auto tokens = attn::tokens_of("so 2 (3)", 0, 8);
    REQUIRE(tokens.size() == 5);
    CHECK_FALSE(tokens[1].no_space_before);
    CHECK(tokens[1].space_after);
    CHECK(tokens[3].no_space_before);
    CHECK(tokens[4].begin == 7);
    CHECK(tokens[4].end == 8);
  }

  TEST_CASE("part a word of a script without spaces from what stands beside it") {
    CHECK(tokens_in("\x1f\x1ftoken") == "\x1f\x1f token");
    CHECK(tokens_in("13\x1f") == "13 \x1f");
  }

  TEST_CASE("read no further than they are told, nor before") {
    const auto tokens = attn::tokens_of("1 + 2 + 3", 4, 7);
    REQUIRE(tokens.size() == 2);
    CHECK(tokens[0].number.value == 2.0);
    CHECK(tokens[1].is('+'));
  }
}

TEST_SUITE("a printed number") {
  TEST_CASE("knows the step of its last digit") {
    CHECK(attn::read_printed("0.731").step == doctest::Approx(0.001));
    CHECK(attn::read_printed("16,777,216").value == 16777216.0);
    CHECK(attn::read_printed("16,777,216").step == 1.0);
    CHECK(attn::read_printed("2.1e9").step == doctest::Approx(1e8));
    CHECK(attn::read_printed("2.1e-9").decimals == 10);
  }
}
