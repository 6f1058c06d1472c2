// How are sizes in bytes written and read? "24GiB" in, "4.0 GiB" out.
#pragma once

#include <string>
#include <string_view>

#include "support/integer.hpp"

namespace attn {

// MiB is 2^20 bytes (IEC 80000-13), MB is 10^6 (SI).
enum class SizeUnits { iec, si };

// A size ≥ 0 in the largest unit of which it holds one, to one decimal, rounded half up from the
// exact count: "256 B", "32.0 KiB", "4.0 GiB". What is not 0 never reads "0.0".
std::string natural_size(Integer bytes, SizeUnits units = SizeUnits::iec);

// The same, but no unit above MiB (MB) below a million of them, so that a column of sizes compares
// at a glance: "256 B", "64.0 MiB", "4096.0 MiB".
std::string megabyte_size(Integer bytes, SizeUnits units = SizeUnits::iec);

// A size as a reader writes it: digits, perhaps with a point, and a unit ("24GiB", "1.5 TB"),
// rounded down to whole bytes. Throws Error naming `what` when there is no unit, or none of ours,
// or the size is below a byte.
Integer parse_size(std::string_view text, std::string_view what);

}  // namespace attn
