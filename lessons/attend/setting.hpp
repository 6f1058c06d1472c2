// What is attended to, and under which conventions?
#pragma once

#include "document/page.hpp"
#include "lessons/attend/arrays.hpp"

namespace attn::lessons::attend {

// The tensors, as given and as attended to; and every convention in force, with its switch.
void write_setting(Page& page, const Attending& attending);

}  // namespace attn::lessons::attend
