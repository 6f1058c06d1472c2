// Is what is said of the notes short, visible and true?
#include "embed/report.hpp"

#include <doctest/doctest.h>

using attn::Tally;
using State = attn::Verdict::State;

TEST_SUITE("a report") {
  TEST_CASE("names a place by file and line, its command on one line") {
    CHECK(attn::finding("n.md", 12, "stale", "walkthrough\n   --only weights") ==
          "n.md:12: stale: walkthrough --only weights\n");
  }

  TEST_CASE("shows control characters of a stranger's notes") {
    CHECK(attn::finding("n.md", 1, "stale", "\x1b[2J") == "n.md:1: stale: \\u{1b}[2J\n");
    CHECK(attn::visible("+a\tb\r\n-\x1b[2J\n") == "+a\tb\n-\\u{1b}[2J\n");
    CHECK(attn::visible("+no end") == "+no end");
  }

  TEST_CASE("quotes a file's name for a shell when it needs that") {
    CHECK(attn::shell_word("a/b-c_1.md") == "a/b-c_1.md");
    CHECK(attn::shell_word("a b.md") == "'a b.md'");
    CHECK(attn::shell_word("it's.md") == "'it'\\''s.md'");
    CHECK(attn::shell_word("-x.md") == "./-x.md");
    CHECK(attn::shell_word("-") == "-");
    CHECK(attn::shell_word("") == "''");
  }

  TEST_CASE("sums up in one line, naming what there is") {
    Tally tally{.files = 2};
    tally.of(State::fresh) = 3;
    tally.of(State::stale) = 1;
    CHECK(attn::summary(tally, false) == "4 places in 2 files: 3 fresh, 1 stale\n");
    CHECK(attn::summary(tally, true) == "4 places in 2 files: 3 fresh, 1 refreshed\n");
    tally = {.files = 1, .unread = 1};
    CHECK(attn::summary(tally, true) == "no places in 1 file; 1 file not read\n");
  }
}
