// Which words is a marker's command made of?
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Split at white space as a shell would, without anything that a shell expands: 'single quotes'
// keep all, "double quotes" all but \" and \\, a backslash the character after it. Throws Error
// for a quote that is not closed.
std::vector<std::string> split_words(std::string_view command);

}  // namespace attn
