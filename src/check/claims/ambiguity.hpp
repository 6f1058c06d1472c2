// Why might what looks wrong be meant otherwise?
#pragma once

#include <string_view>

#include "check/claims/comparison.hpp"

namespace attn {

// What does not fit, and where it stands.
struct Misfit {
  const Equality& equality;
  const Comparison& comparison;
  const Statement& statement;
  std::string_view text;  // the notes, normalised
};

// A reason not to call it wrong; "" when there is none.
std::string_view ambiguity_of(const Misfit& misfit);

// The part of it that speaks of units and magnitudes.
std::string_view ambiguity_of_size(const Misfit& misfit);

}  // namespace attn
