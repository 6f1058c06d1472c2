// Where does new content stand until it takes the place of the old?
#pragma once

#include <sys/stat.h>

#include <string>

namespace attn {

// Where a symbolic link leads; the path itself when it leads nowhere yet.
std::string resolved(const std::string& path);

// Opens a new file in the same folder, under the mode and owner of `old`, which is what stands at
// the path already, or nullptr. Returns its descriptor, and sets its name; −1 with errno set when
// there can be none.
int open_beside(const std::string& path, const struct stat* old, std::string& name);

}  // namespace attn
