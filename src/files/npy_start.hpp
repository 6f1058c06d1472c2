// Where do the numbers of a .npy file begin, and how many are there?
#pragma once

#include <string_view>
#include <vector>

#include "files/nd_array.hpp"
#include "files/npy_header.hpp"

namespace attn {

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";
inline constexpr std::size_t kLongestNpyHeader =
    10'000;  // NumPy's own for files that it does not trust

struct NpyStart {
  NpyType type;
  bool fortran_order = false;
  std::vector<Index> shape;
  std::size_t data = 0;  // where the numbers begin, in bytes
};

// From the first bytes of a file of `size` bytes: all of them, or more than the longest header.
// Throws Error, one line that begins with `file`, unless the file holds as much as its shape asks
// for.
NpyStart npy_start(std::string_view bytes, std::size_t size, std::string_view file);

}  // namespace attn
