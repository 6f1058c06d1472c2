// Which array does an option name?
#pragma once

#include <string>
#include <string_view>

#include "files/nd_array.hpp"

namespace attn {

// A .npy, .csv, .txt or .json file, by its extension; whatever else it is called, a .npy file shows
// by its first bytes, and "-" is standard input. Throws Error that begins with the option.
Tensor read_tensor(std::string_view option, const std::string& path);

// "(2, 3)", "(5,)", as NumPy writes a shape.
std::string shape_text(const std::vector<Index>& shape);

}  // namespace attn
