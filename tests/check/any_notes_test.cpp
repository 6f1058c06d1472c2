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
                                               "0.5 × 2 = 1",
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

  TEST_CASE("skips a line that is too long for formulas to be looked for, and says so") {
    const std::string notes = repeated("2 × 3 = 7; ", 200'000) + "\n2 × 3 = 8\n";
    CHECK(attn::test::verdicts(notes) == attn::test::Words{"1 skipped", "2 wrong 6"});
  }

  TEST_CASE("stops computing where notes multiply large matrices line by line, and says so") {
    const std::string row = "[" + repeated("1, ", 3 * 40) + "1]";
    const std::string matrix = "[" + repeated(row + ", ", 40 * (row.size() + 2)) + row + "]";
    const std::string notes = "A = " + matrix + "\n" + repeated("A A A A = 1\n", 12 * 1000);
    const auto words = attn::test::verdicts(notes);
    REQUIRE(!words.empty());
    CHECK(words.back().ends_with("skipped"));
    CHECK(words.size() < 900);
  }

  TEST_CASE("computes no function of nothing, of ragged rows or of what is no number") {
    for (const std::string function :
         {"softmax", "exp", "sqrt", "ln", "log", "log2", "dot", "tanh", "sigmoid", "sin", "cos",
          "sum", "mean", "var", "norm", "max", "min", "transpose", "array"}) {
      for (const std::string argument :
           {"[]", "[[]]", "[[], []]", "[[1, 2], [3]]", "[[1], []]", "[1e999, 1]", "[-inf, -inf]",
            "[nan]", "[[[1]]]", "max([])", "[1e308, 1e308] / 1e-300", "1e400", "", ",", "-[]"}) {
        CAPTURE(function + "(" + argument + ")");
        for (const std::string& said : attn::test::verdicts(function + "(" + argument + ") = 5")) {
          CHECK(said.find("right") == said.npos);
        }
      }
    }
  }

  TEST_CASE("reads the formulas of a line that is not UTF-8") {
    CHECK(attn::test::verdict("D\xe9j\xe0 vu: 2 \xd7 3 = 7") == "wrong 6");
    CHECK(attn::test::verdict("\x93 quoted \x94: 4\xb2 \xd7 2 = 32") == "right");
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
                                   repeated("```\n```\n", 1 << 17),
                                   repeated("_{", 1 << 16),
                                   repeated("\\hspace[", 1 << 16),
                                   repeated("a b ", 1 << 16) + "=",
                                   repeated("2 × 3 = 7\n", 1 << 15),
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
