// Which notes does a folder hold?
#pragma once

#include <string>
#include <vector>

namespace attn {

// All files below it that are named as notes are, in order; not those of hidden folders, nor of
// folders that programs fill. Links to folders are not followed. Throws Error when there are none.
std::vector<std::string> notes_in(const std::string& folder);

}  // namespace attn
