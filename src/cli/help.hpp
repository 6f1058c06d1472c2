// What does --help say? Written from the declarations that the parser itself goes by.
#pragma once

#include <string>

#include "cli/declaration.hpp"

namespace attn {

// Examples first, then the command's own options, then those that every page has; 80 columns.
std::string help(const Manual& manual);

// A titled list of options, with a blank line before it.
std::string section_lines(const Section& section);

// A term and its meaning, wrapped and indented; those of a list share the `column` that the
// meanings start after.
std::string term_lines(const std::string& term, const std::string& meaning, int column);

}  // namespace attn
