// Why might what looks wrong be meant otherwise?
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "check/claims/comparison.hpp"

namespace attn {

// What does not fit, and where it stands.
struct Misfit {
  const Equality& equality;
  const Comparison& comparison;
  const Statement& statement;
  std::string_view text;  // the notes, normalised
  // Whether another formula comes to the result, as it would be compared after this sign.
  std::function<bool(const Expression&, char sign)> fits;
  bool rests;  // the notes speak of what is left of a division
};

// How many times the printed number the computed one is; nothing where one is 0 or no number.
std::optional<double> ratio_of(const Misfit& misfit);

// Whether the word behind a result may be its unit.
bool may_be_unit(std::string_view word);

// One way to mean it otherwise, a row of a table.
struct Doubt {
  bool (*holds)(const Misfit&);
  std::string_view why;
};

// The reason of the first doubt that holds; "" when none does.
template <std::size_t n>
std::string_view first_of(const std::array<Doubt, n>& doubts, const Misfit& misfit) {
  for (const Doubt& doubt : doubts) {
    if (doubt.holds(misfit)) return doubt.why;
  }
  return "";
}

// Whether a formula with more brackets comes to what is printed.
bool may_lack_brackets(const Misfit& misfit);

// A sum or a term of its parts; the only part itself.
Expression joined(Expression::Kind kind, std::vector<Expression> parts, std::string operators);

// A reason not to call it wrong; "" when there is none.
std::string_view doubt_of(const Misfit& misfit);

// Its parts that speak of where it begins and ends, of other formulas that may be meant, of signs
// and digits, and of units and magnitudes.
std::string_view doubt_of_place(const Misfit& misfit);
std::string_view doubt_of_reading(const Misfit& misfit);
std::string_view doubt_of_notation(const Misfit& misfit);
std::string_view doubt_of_size(const Misfit& misfit);

// Whether a slip explains how far off it is, when nothing else is to be said.
std::string_view doubt_of_distance(const Misfit& misfit);

}  // namespace attn
