// Which of the arguments are options, values and operands? Told by CLI11, from the declarations.
//
// An option may be written "--seed 3", "--seed=3" or, by a short name, "-f json" and "-fjson". The
// argument after an option is its value whatever it looks like, so that "--seed -1" reaches the
// parser of seeds. Names are not abbreviated. After "--" all are operands.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/declaration.hpp"

namespace attn {

struct Arguments {
  bool help = false;
  std::vector<std::string> operands = {};
  // By the option's long name, in the order given, of those that are given. A switch has none.
  std::map<std::string, std::vector<std::string>, std::less<>> values = {};
};

// Throws Error for an option that is not declared, lacks its value, has one and is a switch, or is
// given twice and is not repeatable; when help is asked for, only for a value that lacks.
Arguments read_arguments(const std::vector<Section>& sections,
                         const std::vector<std::string>& given);

// "; did you mean --seed?" when an option's name is near to the word, else nothing.
std::string option_like(const std::vector<Section>& sections, std::string_view word);

}  // namespace attn
