// Which numbers does a .npy file hold, and how are numbers saved as one?
//
// The format: NumPy Enhancement Proposal 1 and numpy.lib.format.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "files/nd_array.hpp"

namespace attn {

// Versions 1 to 3; C and Fortran order; both byte orders; float16 to long double (of x86), integers
// and Booleans (0 and 1). What follows the data is ignored, as by NumPy. Throws Error, one line
// that begins with `file`, before memory is taken for more than the file holds.
Tensor parse_npy(std::string_view bytes, std::string_view file);

// The same from a file of at most 1 GiB; "-" is standard input.
Tensor read_npy(const std::string& path);

// What numpy.save writes in front of the data, in C order, for numbers of that type: "<f8", "|b1".
std::string npy_head(std::span<const Index> shape, std::string_view type);

// The data: float64, little-endian; and Booleans, true for what is not 0.
std::string npy_numbers(std::span<const double> values);
std::string npy_truths(std::span<const double> values);

// The bytes that numpy.save writes for float64 in C order. Throws std::logic_error when the shape
// does not hold the values.
std::string npy_bytes(std::span<const Index> shape, std::span<const double> values);

}  // namespace attn
