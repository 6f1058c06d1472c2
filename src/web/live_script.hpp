// What cmake/Embed.cmake generates the definition of.
#pragma once

#include <string_view>

namespace attn {

std::string_view live_script();         // page.js
std::string_view live_script_sha256();  // of its bytes, in hexadecimal
std::string_view live_style();          // page.css

}  // namespace attn
