// Does attn check agree with published examples, and find any one digit that is changed in them?
#include "published.hpp"

#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "checking.hpp"

using attn::Finding;
using attn::Judgement;
using attn::PrintedDigits;
using attn::Syntax;
using attn::test::Published;
using attn::test::Rows;

namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string array(const Rows& rows, bool latex) {
  std::vector<std::string> lines;
  if (rows.size() == 1 && rows[0].size() == 1) return rows[0][0];
  for (const auto& row : rows) {
    lines.push_back(latex ? fmt::format("{}", fmt::join(row, " & "))
                          : fmt::format("[{}]", fmt::join(row, ", ")));
  }
  if (latex) {
    return fmt::format("\\begin{{bmatrix}} {} \\end{{bmatrix}}", fmt::join(lines, " \\\\ "));
  }
  return rows.size() == 1 ? lines[0] : fmt::format("[{}]", fmt::join(lines, ", "));
}

std::string formula(std::string text, std::optional<Syntax> syntax) {
  if (syntax == Syntax::latex) {
    text = replaced(std::move(text), "softmax", "\\mathrm{softmax}");
    text = replaced(std::move(text), "×", "\\times ");
    text = replaced(std::move(text), "-inf", "-\\infty");
    return replaced(std::move(text), "sqrt(3)", "\\sqrt{3}");
  }
  if (syntax == Syntax::html) return replaced(std::move(text), "^T", "<sup>T</sup>");
  return replaced(replaced(std::move(text), "^T", "ᵀ"), "-inf", "−∞");
}

// The example as notes would have it, a line for each array that is given and each formula.
std::string written(const Published& example, std::optional<Syntax> syntax) {
  const bool latex = syntax == Syntax::latex;
  const std::string before = latex ? "$" : syntax == Syntax::html ? "<p>" : "";
  const std::string after = latex ? "$\n\n" : syntax == Syntax::html ? "</p>\n" : "\n";
  std::string text;
  for (const Published::Named& given : example.given) {
    text += fmt::format("{}{} = {}{}", before, given.name, array(given.rows, latex), after);
  }
  for (const Published::Named& printed : example.printed) {
    text += fmt::format("{}{} = {}{}", before, formula(printed.name, syntax),
                        array(printed.rows, latex), after);
  }
  return text;
}

constexpr std::optional<Syntax> kSyntaxes[] = {{}, Syntax::markdown, Syntax::latex, Syntax::html};

// Another digit in the place of one of the first 12 significant ones: a double holds 15.
bool change_digit(std::string& number, std::mt19937& random) {
  std::vector<std::size_t> digits;
  const std::size_t first = number.find_first_of("123456789");
  for (std::size_t i = 0; i < number.size(); ++i) {
    const bool digit = number[i] >= '0' && number[i] <= '9';
    const bool significant = first == std::string::npos || i < first + 13;
    if (digit && significant) digits.push_back(i);
  }
  if (digits.empty()) return false;
  char& digit = number[digits[random() % digits.size()]];
  digit = static_cast<char>('0' + (digit - '0' + 1 + static_cast<int>(random() % 9)) % 10);
  return true;
}

}  // namespace

TEST_SUITE("published examples") {
  TEST_CASE("are right as published, in every language") {
    for (const Published& example : attn::test::published()) {
      for (const std::optional<Syntax> syntax : kSyntaxes) {
        const std::string text = written(example, syntax);
        const std::vector<Finding> found = attn::check_notes(text, syntax, PrintedDigits::round);
        CAPTURE(text);
        CHECK(found.size() == example.printed.size());
        for (const Finding& f : found) {
          CAPTURE(f.text);
          CAPTURE(f.remark);
          CHECK(attn::name_of(f.verdict) == "right");
        }
      }
    }
  }

  TEST_CASE("with one digit changed are wrong there, 500 times out of 500") {
    std::mt19937 random(1);
    const std::vector<Published> all = attn::test::published();
    int changed = 0;
    while (changed < 500) {
      Published example = all[random() % all.size()];
      const std::size_t at = random() % example.printed.size();
      Rows& rows = example.printed[at].rows;
      auto& row = rows[random() % rows.size()];
      if (!change_digit(row[random() % row.size()], random)) continue;
      ++changed;
      const std::string text = written(example, kSyntaxes[changed % 4]);
      const std::vector<Finding> found =
          attn::check_notes(text, kSyntaxes[changed % 4], PrintedDigits::round);
      CAPTURE(text);
      REQUIRE(found.size() == example.printed.size());
      CHECK(attn::name_of(found[at].verdict) == "wrong");
      const auto wrong = std::ranges::count(found, Judgement::Verdict::wrong, &Finding::verdict);
      CHECK(wrong == 1);
    }
  }
}
