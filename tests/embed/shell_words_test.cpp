// Is a command split as a shell would, and nothing in it expanded?
#include "embed/shell_words.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

using attn::split_words;
using Words = std::vector<std::string>;

TEST_SUITE("a marker's command") {
  TEST_CASE("is split at white space, line ends included") {
    CHECK(split_words("  walkthrough \t--only\n weights ") ==
          Words{"walkthrough", "--only", "weights"});
    CHECK(split_words("") == Words{});
  }

  TEST_CASE("keeps what stands in quotes together") {
    CHECK(split_words("w --text \"a b\" 'c  d' e' 'f") ==
          Words{"w", "--text", "a b", "c  d", "e f"});
    CHECK(split_words("w ''") == Words{"w", ""});
  }

  TEST_CASE("takes a backslash as a shell does") {
    CHECK(split_words(R"(a\ b "c\"d\\e\n" 'f\g')") == Words{"a b", R"(c"d\e\n)", R"(f\g)"});
  }

  TEST_CASE("expands nothing") {
    CHECK(split_words("$HOME `id` $(id) * ~ ; | & > x # y") ==
          Words{"$HOME", "`id`", "$(id)", "*", "~", ";", "|", "&", ">", "x", "#", "y"});
  }

  TEST_CASE("is an error when a quote is not closed") {
    CHECK_THROWS_WITH_AS(split_words("w --text \"a b"), "the quote before \"a b\" is not closed",
                         attn::Error);
    CHECK_THROWS_AS(split_words("w '"), attn::Error);
  }
}
