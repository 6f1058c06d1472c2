// Has what attn wrote been edited by hand since?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

inline constexpr std::size_t kChecksumDigits = 8;

// Eight hexadecimal digits, the same for texts that differ only in line ends, in blank lines, in
// the white space around a line, and in `indent` before it: what moving a block may change.
std::string checksum(std::string_view text, std::string_view indent = "");

bool is_checksum(std::string_view word);

}  // namespace attn
