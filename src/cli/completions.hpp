// What could come next on the command line? Scripts that tell bash, zsh and fish.
#pragma once

#include "cli/command.hpp"

namespace attn {

Command completions_command();

}  // namespace attn
