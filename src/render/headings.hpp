// What is written of a heading, and how is it pointed to?
#pragma once

#include <string>
#include <string_view>

#include "document/document.hpp"

namespace attn {

// "4. Pages", or the text alone.
std::string numbered_text(const Heading& heading);

// A name for a heading's place that is unique among pages: "kv-cache-pages".
std::string anchor(const Document& document, std::string_view id);

// Whether the contents or a reference point to the heading.
bool is_pointed_to(const Document& document, const Heading& heading);

}  // namespace attn
