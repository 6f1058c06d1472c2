// Does attn check make of each form what src/check/GRAMMAR.md says? Its fenced lines are the test.
#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "checking.hpp"

using attn::Syntax;
using attn::test::verdicts;
using attn::test::Words;

namespace {

constexpr std::string_view kYields = " ⇒ ", kNewLine = "⏎";

struct Form {
  std::string notes, verdict;
  std::optional<Syntax> syntax;
};

std::string with_new_lines(std::string text) {
  for (std::size_t at; (at = text.find(kNewLine)) != std::string::npos;) {
    text.replace(at, kNewLine.size(), "\n");
  }
  return text;
}

// The forms of each fence whose first line names a syntax.
std::vector<Form> forms() {
  static const std::map<std::string, std::optional<Syntax>> kFences{
      {"```text", std::nullopt},
      {"```markdown", Syntax::markdown},
      {"```latex", Syntax::latex},
      {"```html", Syntax::html}};
  std::ifstream file(ATTN_SOURCE "/src/check/GRAMMAR.md");
  std::vector<Form> found;
  std::optional<Syntax> syntax;
  bool fenced = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      const auto fence = kFences.find(line);
      fenced = fence != kFences.end();
      if (fenced) syntax = fence->second;
      continue;
    }
    const std::size_t at = line.rfind(kYields);
    if (!fenced || at == std::string::npos) continue;
    const std::size_t end = line.find_last_not_of(' ', at) + 1;
    found.push_back(
        {with_new_lines(line.substr(0, end)), line.substr(at + kYields.size()), syntax});
  }
  return found;
}

// "right", "wrong 6; right", or "nothing": in the order of the notes, without their lines.
std::string told(const Form& form) {
  Words words = verdicts(form.notes, form.syntax);
  for (std::string& word : words) word.erase(0, word.find(' ') + 1);
  return words.empty() ? "nothing" : fmt::format("{}", fmt::join(words, "; "));
}

}  // namespace

TEST_SUITE("the grammar of formulas") {
  TEST_CASE("says of each of its forms what the check makes of it") {
    const std::vector<Form> all = forms();
    CHECK(all.size() > 190);
    for (const Form& form : all) {
      CAPTURE(form.notes);
      CHECK(told(form) == form.verdict);
    }
  }
}
