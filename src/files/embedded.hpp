// Which files does the program carry with it?
#pragma once

#include <string_view>

namespace attn {

// The bytes of a file of data/, by its name ("cat-sat.json"), put into the binary at build time.
// Throws Error naming the nearest, and all there are.
std::string_view embedded(std::string_view name);

}  // namespace attn
