// Which words belong to formulas?
#pragma once

#include <optional>
#include <string_view>

#include "check/formula/expression.hpp"

namespace attn {

// "MB", "bytes", "million"; "M" and "k" only when `glued` to their number.
std::optional<Unit> unit_of(std::string_view word, bool glued);

// What may be counted, as in "32 heads": plain lower-case letters, and no word of grammar.
bool is_noun(std::string_view word);

// "mod", "half", and functions that are not known: what they do to the number behind them is not
// read.
bool computes(std::string_view word);

bool is_time(std::string_view word);  // "minutes"

// Whether "12 heads of 64" are 12 × 64 of them: of heads, yes; of thirds, no.
bool is_holder(std::string_view word);

// Whether the word is known letter by letter: one outside ASCII may be any other of its length.
bool is_spelled(std::string_view word);

bool is_module(std::string_view word);  // of "np.sqrt", np
bool is_infinite(std::string_view word);

}  // namespace attn
