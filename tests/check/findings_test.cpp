// Are findings told in the width and colour of the terminal, with a mark under the figure?
#include "check/findings.hpp"

#include <doctest/doctest.h>

#include "support/text.hpp"

using attn::CheckedFile;
using attn::CheckOptions;
using attn::PrintedDigits;

namespace {

std::string told(std::string_view notes, const CheckOptions& options = {}) {
  return attn::told_to_people({"n", attn::check_notes(notes, {}, PrintedDigits::either)}, options);
}

}  // namespace

TEST_SUITE("a finding, told to people,") {
  TEST_CASE("has the shortest correction, and a mark under the figure") {
    CHECK(told("M: [[1, 2], [3, 4]] [[1, 0], [0, 1]] = [[1, 2], [3, 5]]") ==
          "n:1:4: wrong: row 2, column 2: 4, not 5\n"
          "    M: [[1, 2], [3, 4]] [[1, 0], [0, 1]] = [[1, 2], [3, 5]]\n"
          "                                                        ^\n");
  }
  TEST_CASE("counts wide characters and tabs as a terminal does") {
    CHECK(told("\t日本: 2 × 3 = 17") ==
          "n:1:6: wrong: 6, not 17\n"
          "    日本: 2 × 3 = 17\n"
          "                  ^^\n");
  }
  TEST_CASE("stays within the width, and shows the figure of a long line") {
    const std::string long_line = std::string(300, 'a') + " 2 × 3 = 7 " + std::string(300, 'b');
    for (const int width : {20, 40, 80, 200}) {
      const std::string text = told(long_line, {.width = width});
      CHECK(text.find("= 7") != std::string::npos);
      const std::size_t source = text.find('\n') + 1;
      const std::string line = text.substr(source, text.find('\n', source) - source);
      CHECK(attn::display_width(line) <= width);
    }
  }
  TEST_CASE("is in colour where asked for") {
    CHECK(told("2 × 3 = 7").find('\x1b') == std::string::npos);
    CHECK(told("2 × 3 = 7", {.color = true}).find("\x1b[1;31mwrong\x1b[0m") != std::string::npos);
  }
  TEST_CASE("explains with true numbers") {
    // tanh(1) = 0.76159 by NumPy.
    CHECK(told("5·tanh(1.0) = 3.5", {.explain = true}).find("5·tanh(1.0) = 3.8080\n") !=
          std::string::npos);
    CHECK(told("1275 × 1275 = 1.3e6", {.explain = true}).find("1275 × 1275 = 1625625\n") !=
          std::string::npos);
  }
}
