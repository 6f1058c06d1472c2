// How do the arrays of an attention get out, however large they are?
#pragma once

#include "document/page.hpp"
#include "lessons/attend/arrays.hpp"

namespace attn::lessons::attend {

// A file for each array that is not the reader's own in the folder, written once the page is made,
// a few rows at a time: .npy that numpy.load reads, or .csv with a line for each row of the last
// dimension. Throws Error when one of them is a file that was read.
void attach_arrays(Page& page, const SharedAttending& attending, const std::string& folder,
                   const std::string& format);

// Each array by its name, as such lines.
void stream_arrays(Page& page, const SharedAttending& attending);

}  // namespace attn::lessons::attend
