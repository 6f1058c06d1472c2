// Are fresh, stale, drifted, edited and broken places told apart?
#include "embed/refresh.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "embed/checksum.hpp"
#include "fake_compute.hpp"

using attn::refresh;
using attn::Syntax;
using attn::Tolerance;
using attn::Verdict;
using State = Verdict::State;

namespace {

std::vector<Verdict> verdicts(std::string_view notes, const Tolerance& tolerance = {},
                              Syntax syntax = Syntax::markdown) {
  return refresh(notes, syntax, attn::test::fake, tolerance);
}

State state(std::string_view notes, const Tolerance& tolerance = {}) {
  const auto found = verdicts(notes, tolerance);
  REQUIRE(found.size() == 1);
  return found.front().state;
}

std::string renewed(std::string_view notes, Syntax syntax = Syntax::markdown,
                    const Tolerance& tolerance = {}) {
  std::vector<attn::Splice> splices;
  for (const Verdict& v : verdicts(notes, tolerance, syntax)) {
    if (v.state == State::stale) splices.push_back(*v.renewal);
  }
  return attn::spliced(notes, splices);
}

std::string value(std::string_view stands, std::string_view computed, std::string_view sum) {
  return fmt::format("is <!-- attn= number {} -->{}<!-- /attn{}{} --> here\n", computed, stands,
                     sum.empty() ? "" : " ", sum);
}

}  // namespace

TEST_SUITE("a place") {
  TEST_CASE("is fresh when it holds what is computed, with its checksum or none") {
    CHECK(state(value("0.75", "0.75", "")) == State::fresh);
    CHECK(state(value("0.75", "0.75", attn::checksum("0.75"))) == State::fresh);
  }

  TEST_CASE("is stale when it holds anything else that attn wrote, or nothing yet") {
    CHECK(state(value("0.75", "0.76", attn::checksum("0.75"))) == State::stale);
    CHECK(state(value("0.75", "0.76", "")) == State::stale);
    CHECK(state(value("", "0.76", "")) == State::stale);
  }

  TEST_CASE("is stale when only its checksum is wrong, which would tell of an edit later") {
    CHECK(state(value("0.75", "0.75", "00000000")) == State::stale);
  }

  TEST_CASE("is edited when its checksum is of something else") {
    CHECK(state(value("0.8", "0.76", attn::checksum("0.75"))) == State::edited);
  }

  TEST_CASE("is stale though edited when edits may be overwritten") {
    CHECK(state(value("0.8", "0.76", attn::checksum("0.75")), {.edits = true}) == State::stale);
  }

  TEST_CASE("has drifted when it holds what is computed within the tolerance") {
    const std::string notes = value("0.75", "0.76", attn::checksum("0.75"));
    CHECK(state(notes, {.numbers = 0.01}) == State::drifted);
    CHECK(state(notes, {.numbers = 0.001}) == State::stale);
  }

  TEST_CASE("is edited, not drifted, when the near number was written by hand") {
    const std::string notes = value("0.8", "0.76", attn::checksum("0.75"));
    CHECK(state(notes, {.numbers = 1}) == State::edited);
  }

  TEST_CASE("is broken when its command fails, and says why") {
    const auto found = verdicts("is <!-- attn= nubmer 1 -->0.75<!-- /attn -->");
    REQUIRE(found.size() == 1);
    CHECK(found[0].state == State::broken);
    CHECK(found[0].why == "there is no lesson \"nubmer\"");
    CHECK_FALSE(found[0].renewal);
  }

  TEST_CASE("is broken when its command cannot be read") {
    CHECK(state("is <!-- attn= number '1 -->0.75<!-- /attn -->") == State::broken);
  }

  TEST_CASE("is done though others are broken, and all are told in the order of their lines") {
    const auto found = verdicts(
        "<!-- attn: say a -->\n<!-- /attn -->\n\n<!-- attn: open -->\n\n<!-- attn: nay -->\n"
        "<!-- /attn -->\n\nis <!-- attn= number 2 -->2<!-- /attn -->\n");
    REQUIRE(found.size() == 4);
    CHECK(found[0].state == State::stale);
    CHECK(found[1].state == State::broken);
    CHECK(found[1].line == 4);
    CHECK(found[2].state == State::broken);
    CHECK(found[3].state == State::fresh);
    CHECK(found[3].line == 9);
  }
}

TEST_SUITE("a renewal") {
  TEST_CASE("writes the block and its checksum") {
    CHECK(renewed("a\n\n<!-- attn: say hello -->\n<!-- /attn -->\nb") ==
          fmt::format("a\n\n<!-- attn: say hello -->\n\nhello\n\n<!-- /attn {} -->\nb",
                      attn::checksum("hello")));
  }

  TEST_CASE("writes a value and its checksum") {
    CHECK(renewed(value("", "0.7507", "")) == value("0.7507", "0.7507", attn::checksum("0.7507")));
    CHECK(renewed(value("0.1", "0.7507", attn::checksum("0.1"))) ==
          value("0.7507", "0.7507", attn::checksum("0.7507")));
  }

  TEST_CASE("writes a value in LaTeX between its lines") {
    CHECK(renewed("is % attn= number 0.75\n  0.1 % /attn\n, here", Syntax::latex) ==
          fmt::format("is % attn= number 0.75\n  0.75 % /attn {}\n, here", attn::checksum("0.75")));
  }

  TEST_CASE("keeps line ends, a byte-order mark, and a last line that does not end") {
    CHECK(renewed("\xef\xbb\xbf<!-- attn: say a -->\r\n<!-- /attn -->") ==
          fmt::format("\xef\xbb\xbf<!-- attn: say a -->\r\n\r\na\r\n\r\n<!-- /attn {} -->",
                      attn::checksum("a")));
  }

  TEST_CASE("keeps the indent of a list and the mark of a quote") {
    CHECK(renewed("> - <!-- attn: say a -->\n>   <!-- /attn -->\n") ==
          fmt::format("> - <!-- attn: say a -->\n>\n>   a\n>\n>   <!-- /attn {} -->\n",
                      attn::checksum("a")));
  }

  TEST_CASE("needs no second one") {
    for (const std::string notes :
         {"- <!-- attn: say \"a  b\" -->\n  <!-- /attn -->\n",
          "> <!-- attn: text 'a ``` b' -->\n> <!-- /attn -->\n",
          "x <!-- attn= number -1 --> <!-- /attn -->", "<!-- attn: say '' -->\r<!-- /attn -->\r",
          "<!-- attn: marker -->\n<!-- /attn -->\n"}) {
      const std::string once = renewed(notes);
      CAPTURE(notes);
      CHECK(once != notes);
      CHECK(renewed(once) == once);
      for (const Verdict& v : verdicts(once)) CHECK(v.state == State::fresh);
    }
  }
}
