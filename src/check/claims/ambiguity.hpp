// Why might what looks wrong be meant otherwise? And what can be no attention at all?
#pragma once

#include <string>
#include <string_view>

#include "check/claims/comparison.hpp"

namespace attn {

// A reason not to call the link wrong; "" when there is none.
std::string ambiguity_of(const Equation& link, const Statement& statement,
                         std::string_view reading);

bool calls_weights(std::string_view name);
bool calls_output(std::string_view name);

// Why a printed array is no row of weights, or no mixture of the values; "" when it may be.
std::string why_no_weights(const Expression& array);
std::string why_no_sum_of_one(const Expression& array);
std::string why_no_output(const Expression& array, const Computed& values);

}  // namespace attn
