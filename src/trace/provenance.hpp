// Which array of a page comes from which others, and how?
#pragma once

#include <optional>

#include "trace/relation.hpp"

namespace attn {

// The relation that an array of the page holds to, checked on its numbers; nothing for what is
// given. Names tell which to try: "weights", and "layer1_weights" of what is "layer1_" too. A cap
// is known by the page's settings.
std::optional<Relation> relation_of(const Document& page, const Array& array);

}  // namespace attn
