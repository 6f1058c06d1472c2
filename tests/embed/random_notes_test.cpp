// Do notes of any bytes at all stay whole outside their places?
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <random>
#include <string>

#include "embed/place.hpp"
#include "embed/refresh.hpp"
#include "fake_compute.hpp"

using attn::Place;
using attn::Splice;
using attn::Syntax;
using attn::Verdict;

namespace {

constexpr Syntax kSyntaxes[] = {Syntax::markdown, Syntax::latex, Syntax::html};

std::string renewed(const std::string& notes, Syntax syntax) {
  std::vector<Splice> splices;
  for (Verdict& v : attn::refresh(notes, syntax, attn::test::fake, {.edits = true})) {
    if (v.renewal) splices.push_back(std::move(*v.renewal));
  }
  return attn::spliced(notes, splices);
}

// What no place holds, piece by piece.
std::string outside(const std::string& notes, Syntax syntax) {
  std::string kept;
  std::size_t at = 0;
  for (const Place& place : attn::find_places(notes, syntax).places) {
    kept += notes.substr(at, place.body.begin - at) + "|";
    kept += notes.substr(place.body.end, place.checksum.begin - place.body.end);
    at = place.checksum.end;
  }
  kept += notes.substr(at);
  // A first checksum is set apart from "/attn" by a space.
  for (std::size_t gap; (gap = kept.find("/attn ")) != std::string::npos;) kept.erase(gap + 5, 1);
  return kept;
}

// Notes put together from all that means something, in any order.
std::string random_notes(std::mt19937& random) {
  static const std::vector<std::string> pieces{"<!-- attn: say a -->",
                                               "<!-- attn: text '```' -->",
                                               "<!-- attn: nay -->",
                                               "<!-- attn= number 1 -->",
                                               "<!-- /attn -->",
                                               "<!-- /attn 0123abcd -->",
                                               "<!-- /attn",
                                               "<!-- attn: say",
                                               "% attn: say a",
                                               "% attn= number 2",
                                               "% /attn",
                                               "% /attn 00000000",
                                               "\n",
                                               "\n",
                                               "\n",
                                               "\n",
                                               "\r\n",
                                               "\r",
                                               "\n\n",
                                               "```",
                                               "~~~~",
                                               "`",
                                               "``",
                                               "    ",
                                               "  ",
                                               "- ",
                                               "1. ",
                                               "> ",
                                               "\t",
                                               "\\",
                                               "\\begin{verbatim}",
                                               "\\end{verbatim}",
                                               "\\verb|",
                                               "<!--",
                                               "-->",
                                               "<script>",
                                               "</script>",
                                               "<div>",
                                               "<pre>",
                                               "# ",
                                               "---",
                                               "a",
                                               "é",
                                               "\xff",
                                               "$x$",
                                               "| a |",
                                               std::string(1, '\0'),
                                               "\xef\xbb\xbf",
                                               "[a]: b",
                                               "1"};
  std::string notes;
  const std::size_t count = random() % 40;
  for (std::size_t i = 0; i < count; ++i) notes += pieces[random() % pieces.size()];
  return notes;
}

double seconds_for(const std::string& notes, Syntax syntax) {
  const auto start = std::chrono::steady_clock::now();
  renewed(notes, syntax);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return taken.count();
}

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

}  // namespace

TEST_SUITE("notes of any bytes") {
  TEST_CASE("keep every byte outside their places, in 1,000 random texts a syntax") {
    std::mt19937 random(7);
    int changed = 0;
    for (int round = 0; round < 1000; ++round) {
      const std::string notes = random_notes(random);
      CAPTURE(notes);
      for (const Syntax syntax : kSyntaxes) {
        const std::string once = renewed(notes, syntax);
        changed += once != notes;
        CHECK(outside(once, syntax) == outside(notes, syntax));
      }
    }
    CHECK(changed > 100);
  }

  TEST_CASE("are not changed by a second run, in 1,000 random texts a syntax") {
    std::mt19937 random(8);
    for (int round = 0; round < 1000; ++round) {
      const std::string notes = random_notes(random);
      CAPTURE(notes);
      for (const Syntax syntax : kSyntaxes) {
        const std::string once = renewed(notes, syntax);
        CHECK(renewed(once, syntax) == once);
      }
    }
  }

  TEST_CASE("are read in time that grows with their length, whatever they are") {
    const std::string hostile[] = {
        std::string(1 << 20, 'a'),
        std::string(1 << 20, '\0'),
        std::string(1 << 20, '`'),
        repeated("<!-- attn: say a -->\n", 100000),
        repeated("<!-- /attn -->\n", 25000),
        repeated("<!-- attn: ", 25000),
        repeated("<!--", 60000),
        repeated("<!-- attn= number 1 -->1<!-- /attn --> ", 10000),
        repeated("` `` ``` ", 25000),
        repeated("<script", 40000),
        repeated("\\begin{", 40000),
        repeated("\\verb|", 40000),
        repeated("\\begin{verbatim}\\end{verbatim}", 40000),
        repeated("> ", 20000),
        repeated("% attn: say a\n% /attn\n", 10000),
    };
    for (const std::string& notes : hostile) {
      for (const Syntax syntax : kSyntaxes) {
        CAPTURE(notes.substr(0, 30));
        CAPTURE(attn::name_of(syntax));
        CHECK(seconds_for(notes, syntax) < 20);  // instrumented, on a machine with other work
      }
    }
  }
}
