// Does attn check stay calm, whatever it is given to read?
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "checking.hpp"

using attn::PrintedDigits;
using attn::Syntax;

namespace {

constexpr std::optional<Syntax> kSyntaxes[] = {{}, Syntax::markdown, Syntax::latex, Syntax::html};

std::string random_notes(std::mt19937& random) {
  static const std::vector<std::string> pieces{"softmax",
                                               "(",
                                               ")",
                                               "[",
                                               "]",
                                               "[[",
                                               "]]",
                                               ",",
                                               " ",
                                               " ",
                                               "=",
                                               "≈",
                                               "→",
                                               "\n",
                                               "\n",
                                               "1",
                                               "0.5",
                                               "2,000",
                                               "-",
                                               "−",
                                               "+",
                                               "×",
                                               "·",
                                               "@",
                                               "/",
                                               "^",
                                               "²",
                                               "^T",
                                               "ᵀ",
                                               "√",
                                               "exp",
                                               "e^",
                                               "Q",
                                               "K",
                                               "X = ",
                                               "MB",
                                               " GiB",
                                               "8×",
                                               " reduction",
                                               "%",
                                               "|",
                                               "\\frac",
                                               "{",
                                               "}",
                                               "\\sqrt",
                                               "\\\\",
                                               "&",
                                               "\\begin{bmatrix}",
                                               "\\end{bmatrix}",
                                               "\\begin{",
                                               "$",
                                               "<td>",
                                               "<sup>",
                                               "</math>",
                                               "<math>",
                                               "<mfrac>",
                                               "<mn>",
                                               "&#",
                                               "&times;",
                                               "```\n",
                                               "- ",
                                               "> ",
                                               "é",
                                               "\xff",
                                               "…",
                                               "inf",
                                               "nan",
                                               "1e400",
                                               "1e-400",
                                               ":",
                                               "T=",
                                               "base=",
                                               "sum to 1",
                                               "\t",
                                               "\r",
                                               std::string(1, '\0'),
                                               "\\",
                                               "'",
                                               "_",
                                               "⎡"};
  std::string notes;
  const std::size_t count = random() % 60;
  for (std::size_t i = 0; i < count; ++i) notes += pieces[random() % pieces.size()];
  return notes;
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

}  // namespace

TEST_SUITE("a check of any notes") {
  TEST_CASE("gives each finding a place in them, in 2,000 random texts") {
    std::mt19937 random(3);
    int found = 0;
    for (int round = 0; round < 2000; ++round) {
      const std::string notes = random_notes(random);
      CAPTURE(notes);
      const auto lines = static_cast<std::size_t>(std::ranges::count(notes, '\n') +
                                                  std::ranges::count(notes, '\r')) +
                         1;
      for (const attn::Finding& f :
           attn::check_notes(notes, kSyntaxes[round % 4], PrintedDigits::either)) {
        ++found;
        CHECK(f.line <= f.end_line);
        CHECK(f.end_line <= lines);
      }
    }
    CHECK(found > 10);
  }

  TEST_CASE("takes time that grows with their length, whatever they are") {
    const std::string hostile[] = {std::string(1 << 15, '('),
                                   std::string(1 << 15, '['),
                                   std::string(1 << 15, '-'),
                                   std::string(1 << 15, '{'),
                                   std::string(1 << 15, '<'),
                                   std::string(1 << 15, '&'),
                                   std::string(1 << 15, '*'),
                                   std::string(1 << 15, '='),
                                   std::string(1 << 15, '1'),
                                   std::string(1 << 15, '\\'),
                                   repeated("(1,", 1 << 15),
                                   repeated("[1,", 1 << 15),
                                   "x = " + repeated("1+", 1 << 15),
                                   repeated("1 = ", 1 << 15),
                                   repeated("e^", 1 << 15),
                                   repeated("softmax(", 1 << 15),
                                   "1 = " + repeated("√", 1 << 16) + "1",
                                   "1 = " + repeated("sqrt ", 1 << 16) + "1",
                                   "1 = " + repeated("e^", 1 << 15) + "1",
                                   "1 = " + repeated("e^-", 1 << 15) + "1",
                                   repeated("\\frac{", 1 << 15),
                                   repeated("<mfrac>", 1 << 15),
                                   repeated("[1, 2]\n", 1 << 15),
                                   repeated("[1, 2] = [1, 2]\n", 1 << 15),
                                   "1 = [" + repeated("1,", 1 << 15) + "1]",
                                   repeated("X = [1, 2]\n", 1 << 15),
                                   repeated("2×2 = 5 ", 1 << 15),
                                   repeated("((((1,1),1),1),1) = 2\n", 1 << 15),
                                   repeated("<!--", 1 << 15),
                                   repeated("\\begin{bmatrix}", 1 << 15),
                                   repeated("⎡1", 1 << 15)};
    for (const std::string& notes : hostile) {
      for (const std::optional<Syntax> syntax : kSyntaxes) {
        CAPTURE(notes.substr(0, 30));
        const auto start = std::chrono::steady_clock::now();
        attn::check_notes(notes, syntax, PrintedDigits::either);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        CHECK(taken.count() < 20);  // instrumented, on a machine with other work
      }
    }
  }
}
