// How do the arrays of an attention get out, however large they are?
#pragma once

#include <string>
#include <vector>

#include "attend/arrays.hpp"

namespace attn {

// A file for each array that is not the reader's own in the folder, written a few rows at a time:
// .npy that numpy.load reads, or .csv with a line for each row of the last dimension. Throws Error
// when one of them is a file that was read.
std::vector<Attachment> saved_arrays(const SharedRun& run, const std::string& folder,
                                     ArrayFormat format);

// Each array by its name, as such lines.
std::vector<Stream> streamed_arrays(const SharedRun& run);

}  // namespace attn
