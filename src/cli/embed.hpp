// attn embed: how are notes kept true?
#pragma once

#include "cli/command.hpp"

namespace attn {

Command embed_command();

}  // namespace attn
