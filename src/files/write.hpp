// How does a file get its new content, all at once or not at all?
#pragma once

#include <span>
#include <string_view>

#include "support/outcome.hpp"

namespace attn {

// A regular file gets the new bytes under its old mode, or keeps the old ones: they go to a
// temporary file beside it that takes its place, and that a signal does not leave behind. A
// symbolic link stays, and what it leads to is written. Devices and pipes are written directly; "-"
// is standard output. Throws Error naming the file, and why.
void write_file(const OutputFile& file);

// Several that belong together: none takes its place before all of them are whole.
void write_files(std::span<const OutputFile> files);

// A pipe whose reader has closed it (`| head -1`) has had what it wanted: that is no failure.
void write_descriptor(int descriptor, std::string_view name, std::string_view bytes);

}  // namespace attn
