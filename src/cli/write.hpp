// How do bytes get out, and what if they cannot?
#pragma once

#include "support/outcome.hpp"

namespace attn {

// Writes the files, then standard output, then standard error; returns the exit code: the
// outcome's own, or 3 when something could not be written, with a line on standard error for each
// that names it, and standard output left empty.
int deliver(Outcome outcome);

}  // namespace attn
