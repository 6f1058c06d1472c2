// How a reader's own text is repeated in a message: visible, short, on one line.
#pragma once

#include <string>
#include <string_view>

namespace attn {

// Printable, and cut with "…" when it is longer than a message has room for.
std::string shortened(std::string_view text);

// The same in double quotes.
std::string in_quotes(std::string_view text);

}  // namespace attn
