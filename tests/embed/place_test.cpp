// Which markers make a place, and what is wrong with the others?
#include "embed/place.hpp"

#include <doctest/doctest.h>

using attn::Place;
using attn::Places;
using attn::Syntax;

namespace {

Place only_place(std::string_view notes, Syntax syntax = Syntax::markdown) {
  const Places found = attn::find_places(notes, syntax);
  for (const auto& mistake : found.mistakes) FAIL(mistake.message);
  REQUIRE(found.places.size() == 1);
  return found.places.front();
}

std::vector<std::string> mistakes(std::string_view notes, Syntax syntax = Syntax::markdown) {
  std::vector<std::string> result;
  for (const auto& m : attn::find_places(notes, syntax).mistakes) {
    result.push_back(std::to_string(m.line) + ": " + m.message);
  }
  return result;
}

using Found = std::vector<std::string>;

}  // namespace

TEST_SUITE("a place") {
  TEST_CASE("of a block holds the whole lines between its markers") {
    const std::string notes = "text\n\n<!-- attn: list -->\na\nb\n<!-- /attn -->\n";
    const Place place = only_place(notes);
    CHECK_FALSE(place.value);
    CHECK(place.line == 3);
    CHECK(place.command == "list");
    CHECK(place.body.of(notes) == "a\nb\n");
    CHECK(place.indent == "");
    CHECK(place.line_end == "\n");
  }

  TEST_CASE("of a value holds what stands between its markers, without white space around it") {
    const std::string notes = "is <!-- attn= w x --> 0.75\n<!-- /attn --> here";
    CHECK(only_place(notes).body.of(notes) == "0.75");
  }

  TEST_CASE("of a value in LaTeX begins on the next line") {
    const std::string notes = "is % attn= w x\n  0.75% /attn\n, here";
    const Place place = only_place(notes, Syntax::latex);
    CHECK(place.value);
    CHECK(place.body.of(notes) == "0.75");
    const std::string fresh = "is % attn= w x\n% /attn\n";
    CHECK(only_place(fresh, Syntax::latex).body.begin == 15);
  }

  TEST_CASE("takes headings one level below that of its section") {
    const std::string block = "<!-- attn: list -->\n<!-- /attn -->\n";
    CHECK(only_place(block).level == 1);
    CHECK(only_place("# Title\n\n## Section\n\ntext\n\n" + block).level == 3);
    CHECK(only_place("```\n# no heading\n```\n\n" + block).level == 1);
    CHECK(only_place("###### Lowest\n\n" + block).level == 6);
    CHECK(only_place("<!-- <h2>no</h2> --><h1>One</h1>\n" + block, Syntax::html).level == 2);
    const std::string latex = "% attn: list\n% /attn\n";
    CHECK(only_place("\\chapter{One}\n" + latex, Syntax::latex).level == 1);
    CHECK(only_place("\\subsection*{One}\n" + latex, Syntax::latex).level == 3);
    CHECK(only_place("% \\section{none}\n" + latex, Syntax::latex).level == 1);
  }

  TEST_CASE("is not put below headings that attn wrote") {
    const std::string block = "<!-- attn: list -->\n\n## The lessons\n\n<!-- /attn -->\n";
    const Places found = attn::find_places("# Title\n\n" + block + "\n" + block, Syntax::markdown);
    REQUIRE(found.places.size() == 2);
    CHECK(found.places[0].level == 2);
    CHECK(found.places[1].level == 2);
  }

  TEST_CASE("knows its checksum, and where one would go") {
    const std::string sealed = "a <!-- attn= w x -->1<!-- /attn 0123abcd -->";
    CHECK(only_place(sealed).checksum.of(sealed) == "0123abcd");
    const std::string bare = "a <!-- attn= w x -->1<!-- /attn -->";
    const Place place = only_place(bare);
    CHECK(place.checksum.of(bare) == "");
    CHECK(bare.substr(0, place.checksum.begin) == "a <!-- attn= w x -->1<!-- /attn");
  }

  TEST_CASE("in a list or quote keeps what begins its lines") {
    CHECK(only_place("- a\n\n  <!-- attn: w -->\n  <!-- /attn -->\n").indent == "  ");
    CHECK(only_place("> <!-- attn: w -->\n> <!-- /attn -->\n").indent == "> ");
    CHECK(only_place("1. <!-- attn: w -->\n   <!-- /attn -->\n").indent == "   ");
    CHECK(only_place("> - <!-- attn: w -->\n>   <!-- /attn -->\n").indent == ">   ");
    CHECK(only_place("\t% attn: w\n\t% /attn\n", Syntax::latex).indent == "\t");
  }

  TEST_CASE("keeps how the lines of its notes end") {
    CHECK(only_place("a\n\n<!-- attn: w -->\r\nx\r\n<!-- /attn -->\r\n").line_end == "\r\n");
    CHECK(only_place("<!-- attn: w -->\rx\r<!-- /attn -->\r").line_end == "\r");
  }

  TEST_CASE("may begin the file after a byte-order mark, and end it without a line end") {
    CHECK(only_place("\xef\xbb\xbf<!-- attn: w -->\n<!-- /attn -->").indent == "");
  }
}

TEST_SUITE("a marker that makes no place") {
  TEST_CASE("is an error on its line when nothing ends it") {
    CHECK(mistakes("a\n\n<!-- attn: w -->\n") ==
          Found{"3: no end marker follows; add <!-- /attn -->"});
    CHECK(mistakes("% attn: w\n", Syntax::latex) == Found{"1: no end marker follows; add % /attn"});
  }

  TEST_CASE("is an error when another begins before its end, which is then done") {
    const Places found = attn::find_places(
        "<!-- attn: a -->\n\n<!-- attn: b -->\n\n<!-- /attn -->\n", Syntax::markdown);
    REQUIRE(found.places.size() == 1);
    CHECK(found.places[0].command == "b");
    REQUIRE(found.mistakes.size() == 1);
    CHECK(found.mistakes[0].line == 1);
    CHECK(found.mistakes[0].message ==
          "no end marker before the next marker, on line 3; places do not nest");
  }

  TEST_CASE("is an error when it ends nothing") {
    CHECK(mistakes("a\n\n<!-- /attn -->\n") ==
          Found{"3: an end marker without a beginning; delete it, or restore the marker above it"});
  }

  TEST_CASE("is an error when its comment does not end") {
    CHECK(mistakes("<!-- attn: w\n") ==
          Found{"1: the comment of this marker does not end before another begins; add -->"});
  }

  TEST_CASE("is an error when it shares a line with other text") {
    CHECK(mistakes("see <!-- attn: w -->\n\n<!-- /attn -->\n") ==
          Found{"1: a block's marker stands on a line of its own; within a line write \"attn=\", "
                "for one value"});
    CHECK(mistakes("<!-- attn: w -->\nx <!-- /attn -->\n") ==
          Found{"1: the block's end marker, on line 2, shares its line; give it one of its own"});
    CHECK(mistakes("<!-- attn: w --><!-- /attn -->\n").size() == 1);
  }

  TEST_CASE("is an error when its value would run over a blank line") {
    CHECK(mistakes("is <!-- attn= w x -->\n\nnext <!-- /attn -->") ==
          Found{"1: a value stands within its paragraph; end it before the blank line with "
                "<!-- /attn -->"});
  }

  TEST_CASE("is an error when it names nothing") {
    CHECK(mistakes("<!-- attn: -->\n<!-- /attn -->\n") ==
          Found{"1: the marker names no lesson; write, say, \"attn: walkthrough\""});
  }

  TEST_CASE("is an error when its end says anything but a checksum") {
    CHECK(mistakes("<!-- attn: w -->\n<!-- /attn walkthrough -->\n") ==
          Found{"1: its end marker says \"walkthrough\" where a checksum of 8 digits may stand; "
                "leave it out"});
  }
}
