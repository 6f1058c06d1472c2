// Do two texts say the same but for numbers that are nearly equal?
#pragma once

#include <string_view>

namespace attn {

// Whether the texts are the same but for white space and for numbers, each at most `tolerance`
// away from its counterpart. Thousands may be grouped by commas.
bool within(double tolerance, std::string_view before, std::string_view after);

}  // namespace attn
