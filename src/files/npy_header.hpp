// What does the header of a .npy file promise?
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// How one number is stored: '<f4' is {'f', 4, false}.
struct NpyType {
  char kind = 'f';       // f floating point, i and u integers, b Boolean
  std::size_t size = 8;  // bytes
  bool big_endian = false;
};

struct NpyHeader {
  NpyType type;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// From the Python dictionary that stands in the file: descr, fortran_order and shape, in any order,
// as literals; a key that is repeated counts as it stands last. Nothing is ever evaluated. Throws
// Error, one line that begins with `file`; types that are no numbers are refused by name.
NpyHeader parse_npy_header(std::string_view text, std::string_view file);

}  // namespace attn
