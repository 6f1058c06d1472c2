// How any text becomes text in XML: what HTML and SVG have in common.
#pragma once

#include <string>
#include <string_view>

namespace attn::xml {

// Between tags or inside a quoted attribute.
std::string escape(std::string_view text);

}  // namespace attn::xml
