// How does a file get its new content, all at once or not at all?
#pragma once

#include <string_view>

#include "files/outcome.hpp"

namespace attn {

// A regular file gets the new bytes under its old mode, or keeps the old ones: they go to a
// temporary file beside it that takes its place. A symbolic link stays, and what it leads to is
// written. Devices and pipes are written directly. Throws Error naming the file, and why.
void write_file(const OutputFile& file);

// A pipe whose reader has closed it (`| head -1`) has had what it wanted: that is no failure.
void write_descriptor(int descriptor, std::string_view name, std::string_view bytes);

}  // namespace attn
