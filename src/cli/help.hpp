// What does --help say? Written from the declarations that the parser itself goes by.
#pragma once

#include <string>

#include "cli/declaration.hpp"

namespace attn {

// Examples first, then the command's own options, then those that every page has; 80 columns.
std::string help(const Manual& manual);

// One option with its meaning, as a line or more; options of a section share `column`.
std::string option_lines(const std::string& term, const std::string& meaning, int column);

}  // namespace attn
