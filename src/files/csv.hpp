// Which matrix does a text file of numbers hold?
#pragma once

#include <string>
#include <string_view>

#include "files/nd_array.hpp"

namespace attn {

// One row a line, numbers separated by commas, or else by white space (numpy.savetxt's default);
// "inf", "-inf" and "nan" count as numbers. Empty lines and lines that begin with # are skipped,
// and so is a header: a first line of which no field begins like a number. Throws Error, one line
// that begins with "FILE:LINE:", for a field that is no number, and for lines that are not all as
// long.
Tensor parse_csv(std::string_view text, std::string_view file);

}  // namespace attn
