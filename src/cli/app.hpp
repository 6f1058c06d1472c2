// What does attn do with its arguments? From a command line to everything it would write.
#pragma once

#include <string>
#include <vector>

#include "cli/console.hpp"
#include "support/outcome.hpp"

namespace attn {

// Never throws; nothing is written. `arguments` without the program's name.
Outcome run(const std::vector<std::string>& arguments, const Console& console);

}  // namespace attn
