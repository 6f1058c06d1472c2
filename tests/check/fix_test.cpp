// Does a fix change one wrong number, and nothing else?
#include "check/fix.hpp"

#include <doctest/doctest.h>

using attn::mended;
using attn::PrintedDigits;
using attn::Syntax;

namespace {

std::string fixed(std::string_view notes, std::optional<Syntax> syntax = {}) {
  return mended(notes, syntax, PrintedDigits::either).notes;
}

}  // namespace

TEST_SUITE("a fix") {
  TEST_CASE("puts one wrong number right, in its notation") {
    CHECK(fixed("so 2 × 3 = 7.") == "so 2 × 3 = 6.");
    CHECK(fixed("32 × 1024 = 32,769") == "32 × 1024 = 32,768");
    CHECK(fixed("exp(2) = 7.40") == "exp(2) = 7.39");
    CHECK(fixed("2 − 7 = −6") == "2 − 7 = −5");
    CHECK(fixed("$$2 \\times 3 = \\mathbf{7}$$", Syntax::latex) == "$$2 \\times 3 = \\mathbf{6}$$");
    CHECK(fixed("<p>2 &times; 3 = 7</p>", Syntax::html) == "<p>2 &times; 3 = 6</p>");
    CHECK(fixed("[[1, 2], [3, 4]] [[1, 0], [0, 1]] = [[1, 2], [3, 5]]") ==
          "[[1, 2], [3, 4]] [[1, 0], [0, 1]] = [[1, 2], [3, 4]]");
  }
  TEST_CASE("keeps line ends, and bytes that are no UTF-8") {
    CHECK(fixed("\xff a\r\n2 × 3 = 7\r\n\r\n5 × 5 = 24\r") ==
          "\xff a\r\n2 × 3 = 6\r\n\r\n5 × 5 = 25\r");
  }
  TEST_CASE("leaves alone what has two wrong numbers, the wrong sign, or what follows from it") {
    for (const char* notes :
         {"softmax([1, 0, 0.5]) = [0.462, 0.170, 0.368]", "3 − 5 = 2", "2 − 7 = −−6",
          "softmax([2, 0]) = [0.881, 0.129]\n\n0.881×[3] + 0.129×[5] = [3.288]",
          "64 MB to 4 MB, an 8× reduction"}) {
      CAPTURE(notes);
      const std::string once = fixed(notes);
      CHECK(fixed(once) == once);
    }
    CHECK(fixed("softmax([1, 0, 0.5]) = [0.462, 0.170, 0.368]") ==
          "softmax([1, 0, 0.5]) = [0.462, 0.170, 0.368]");
    CHECK(fixed("64 MB to 4 MB, an 8× reduction") == "64 MB to 4 MB, an 8× reduction");
  }
  TEST_CASE("says what it was") {
    const attn::Mended result = mended("2 × 3 = 7\n\n2 × 4 = 8", {}, PrintedDigits::either);
    REQUIRE(result.fixed.size() == 1);
    CHECK(result.fixed[0].figures[0].said == "7");
    CHECK(result.fixed[0].figures[0].is == "6");
  }
}
