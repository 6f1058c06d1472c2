// Which number do the bytes of a .npy file stand for?
#pragma once

#include "files/npy_header.hpp"

namespace attn {

// The number at `bytes`, which holds type.size of them.
double npy_number(const char* bytes, const NpyType& type);

// "float32", as NumPy calls the type.
std::string npy_name(const NpyType& type);

}  // namespace attn
