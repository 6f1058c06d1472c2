// Bytes as text (RFC 4648, section 4).
#pragma once

#include <string>
#include <string_view>

namespace attn {

std::string base64(std::string_view bytes);

// "00ff" as two bytes; throws std::logic_error for what is no hexadecimal.
std::string bytes_of_hex(std::string_view hex);

}  // namespace attn
