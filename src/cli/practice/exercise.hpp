// attn exercise: sheets to fill in, and their solutions.
#pragma once

#include "cli/command.hpp"

namespace attn {

Command exercise_command();

}  // namespace attn
