// attn trace: where does one number come from?
#pragma once

#include "cli/command.hpp"

namespace attn {

Command trace_command();

}  // namespace attn
