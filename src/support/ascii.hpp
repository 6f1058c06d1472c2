// Text for a terminal that knows nothing but ASCII.
#pragma once

#include <string>
#include <string_view>

namespace attn {

// Signs of mathematics and typography spelled out ("√d_k" is "sqrt(d_k)", "Kᵀ" is "K^T"), every
// other character outside ASCII as "\u{e9}". `text` is valid UTF-8.
std::string to_ascii(std::string_view text);

}  // namespace attn
