// How do bytes get out, and what if they cannot? The only file that writes.
#pragma once

#include "cli/outcome.hpp"

namespace attn {

// Writes the files, then standard output, then standard error; returns the exit code: the
// outcome's own, or 3 when something could not be written, with one line on standard error that
// names it and standard output left empty.
//
// A regular file gets a new content all at once, under its old mode, or keeps the old one: the
// bytes go to a temporary file beside it that takes its place. Devices and pipes are written
// directly. A reader that closes its pipe early (`| head -1`) has had what it wanted: that is no
// failure.
int deliver(const Outcome& outcome);

}  // namespace attn
