// What does a reader hear who asks for a name that is not there?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/error.hpp"

namespace attn {

// unknown key "embedings"; did you mean "embeddings"? there are: tokens, embeddings
// `kind` says what `name` was meant to be; `names` are all that there are, in the order to list.
Error unknown_name(std::string_view kind, std::string_view name,
                   const std::vector<std::string_view>& names);

// "; did you mean fp32?" when one of the names is near to the word, else nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& names);

}  // namespace attn
