// Which rows does the recurrence spoil when its guard is left out?
#pragma once

#include <string>
#include <vector>

#include "core/flash.hpp"

namespace attn {

// The rows that the recurrence without a guard turns into NaN: those that find no visible key in
// the first tile that they take in. With `skip`, tiles that are wholly hidden are not taken in.
std::vector<Index> spoiled_rows(const Mask& mask, Index block, bool skip);

// The rows of a matrix that hold a NaN.
std::vector<Index> nan_rows(const Matrix& m);

// Row numbers as people write them: "4–7", "0, 2–3", "none".
std::string row_list(const std::vector<Index>& rows);

}  // namespace attn
