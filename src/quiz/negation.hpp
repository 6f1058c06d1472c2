// What would a claim say if it were not so?
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

// The statement negated: "some weight is below 0" for "no weight is below 0". Nothing where no rule
// is known that is sure to turn a true statement into a false one.
std::optional<std::string> negated(std::string_view statement);

}  // namespace attn
