// What does a formula come to, written out for a reader?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/claims/comparison.hpp"

namespace attn {

// What is printed as the result, on one line; an array with a space after each comma.
std::string as_said(const Expression& result, std::string_view reading);

// Computed cells with the digits, brackets, commas and unit of what is said instead, or with four
// digits.
std::string corrected(std::string_view said, const Value& computed, const Expression& like,
                      const Counting& counting);

// Which of the printed numbers are off. `shown` holds what to print instead.
std::vector<WrongNumber> wrong_numbers(const Equality& link, const Comparison& fit,
                                       const Value& shown, std::string_view reading);

// The arithmetic of a link: exponentials and their sum where it is a softmax, and the result.
std::vector<std::string> working(const Equality& link, const Comparison& fit,
                                 std::string_view reading);

}  // namespace attn
