// What does `man attn` say? The same as the help, in roff.
#pragma once

#include "cli/command.hpp"

namespace attn {

Command man_command();

}  // namespace attn
