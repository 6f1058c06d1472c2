// attn grade: what are the answers worth?
#pragma once

#include "cli/command.hpp"

namespace attn {

Command grade_command();

}  // namespace attn
