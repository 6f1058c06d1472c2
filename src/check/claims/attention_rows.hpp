// What can be no attention at all? Weights that are negative, an output beyond the values.
#pragma once

#include <string>
#include <string_view>

#include "check/formula/expression.hpp"
#include "check/formula/value.hpp"

namespace attn {

bool calls_weights(std::string_view name);
bool calls_output(std::string_view name);

// Why a printed array is no row of weights, or no mixture of the values; "" when it may be.
std::string why_no_weights(const Expression& array);
std::string why_no_sum_of_one(const Expression& array);
std::string why_no_output(const Expression& array, const Computed& values);

}  // namespace attn
