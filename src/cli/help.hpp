// What does --help say? Written from the declarations that the parser itself goes by.
#pragma once

#include <string>
#include <string_view>

#include "cli/declaration.hpp"

namespace attn {

// Examples first, then the command's own options, then those that every page has; 80 columns.
std::string help(const Manual& manual);

// Its parts. A titled list of options has a blank line before it; the terms of a list share the
// `column` that their meanings start after.
std::string section_lines(const Section& section);
std::string term_lines(std::string_view term, std::string_view meaning, int column);
std::string help_paragraph(std::string_view text);

// "walkthrough [options]"
std::string usage_of(const Manual& manual);

// "Width of a vector [1 to 4096; default 8]"
std::string meaning_of(const Declaration& option);

}  // namespace attn
