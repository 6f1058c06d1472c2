// Which wrong numbers can be put right without asking?
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.hpp"

namespace attn {

struct Mended {
  std::string notes;
  std::vector<Finding> fixed;  // as they were
};

// Where one number of a claim is wrong, nothing follows from it and nothing is to say beside. The
// new notes are checked as well: what is not right then stays as it was, and so do all notes when
// anything else would be found in them.
Mended mended(std::string_view notes, std::optional<Syntax> syntax, PrintedDigits digits);

}  // namespace attn
