// What a formula comes to, in few words.
#pragma once

#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "check/formula/digits.hpp"
#include "check/formula/evaluate.hpp"

namespace attn::test {

// Of a formula without names; nothing when it is none, or has no value.
inline Computed value_of(std::string_view formula) {
  const std::vector<Token> tokens = tokens_of(formula, 0, formula.size());
  const std::optional<Parsed> parsed = parse_formula(tokens, 0, {});
  if (!parsed || parsed->next != tokens.size()) return std::nullopt;
  return evaluate(parsed->expression,
                  {.name = [](const std::string&) { return Computed{}; },
                   .number = [](const Printed& p, bool) { return exactly(p); }});
}

// "0.7311 0.2689": the middles of its cells, with four digits after the point.
inline std::string cells_of(std::string_view formula) {
  const Computed value = value_of(formula);
  if (!value) return "nothing";
  std::vector<std::string> cells;
  for (const Interval x : value->cells) {
    const double middle = std::isinf(x.low) ? x.low : x.low + (x.high - x.low) / 2;
    cells.push_back(fmt::format("{:.4f}", middle == 0.0 ? 0.0 : middle));
  }
  return fmt::format("{}", fmt::join(cells, " "));
}

}  // namespace attn::test
