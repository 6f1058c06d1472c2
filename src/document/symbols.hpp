// Which parts of a sentence are mathematics? Names such as d_k and W_Q, and roots of names and
// numbers, stand in prose, titles and captions as plain text; formats that can set them do.
#pragma once

#include <string_view>

#include "document/document.hpp"

namespace attn {

// The text cut into plain pieces and pieces of math: "by √d_k" is "by " and \sqrt{d_k}.
Prose with_symbols(std::string_view text);

}  // namespace attn
