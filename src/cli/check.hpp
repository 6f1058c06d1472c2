// attn check: is the arithmetic in notes right?
#pragma once

#include "cli/command.hpp"

namespace attn {

Command check_command();

}  // namespace attn
