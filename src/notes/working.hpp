// What does a formula come to, written out for a reader?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notes/link.hpp"

namespace attn {

// Computed cells with the digits, brackets and unit of a literal, or with four digits.
std::string as_printed(const Value& computed, const Expression& like, int thousand);

// The arithmetic of a link: exponentials and their sum where it is a softmax, and the result.
std::vector<std::string> working(const Link& link, const Fit& fit, std::string_view reading);

}  // namespace attn
