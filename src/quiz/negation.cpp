#include "quiz/negation.hpp"

#include <array>

namespace attn {

namespace {

struct Rule {
  std::string_view words, negation;
  bool opens = false;  // only where the statement begins
};

// The first that fits is taken. Words that say how many come before those that say that it is so:
// "no weight is below 0" is denied by "some weight is below 0".
constexpr std::array kRules{Rule{"every ", "not every ", true},
                            Rule{"no ", "some ", true},
                            Rule{" never ", " sometimes "},
                            Rule{" changes no ", " changes every "},
                            Rule{" changes nothing", " changes something"},
                            Rule{" does not ", " does "},
                            Rule{" do not ", " do "},
                            Rule{" cannot ", " can "},
                            Rule{" not the same ", " the same "},
                            Rule{" are not ", " are "},
                            Rule{" is not ", " is "},
                            Rule{" are the same", " differ"},
                            Rule{" are identical", " differ"},
                            Rule{" give the same ", " give other "},
                            Rule{" gives the same ", " gives other "},
                            Rule{" have the same ", " have other "},
                            Rule{" outputs agree", " outputs differ"},
                            Rule{" exactly four times ", " exactly twice "},
                            Rule{", exactly twice ", ", exactly four times "},
                            Rule{" add up to ", " do not add up to "},
                            Rule{" less than ", " at least as much as "},
                            Rule{" lowers ", " raises "},
                            Rule{" keeps the length ", " changes the length "},
                            Rule{" has variance d", " has variance d²"},
                            Rule{" is ", " is not "},
                            Rule{" are ", " are not "}};

// What makes a sentence say several things, so that denying one of them may leave it true.
bool is_compound(std::string_view statement) {
  for (const std::string_view sign :
       {";", ": each", ": moving", " but ", ", and ", " and an ", " with ", ", at "}) {
    if (statement.find(sign) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> negated(std::string_view statement) {
  if (is_compound(statement)) return {};
  for (const Rule& rule : kRules) {
    const std::size_t at = statement.find(rule.words);
    if (at == std::string_view::npos || (rule.opens && at != 0)) continue;
    return std::string(statement.substr(0, at)) + std::string(rule.negation) +
           std::string(statement.substr(at + rule.words.size()));
  }
  return {};
}

}  // namespace attn
