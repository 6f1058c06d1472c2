// How does a text change where a few of its bytes are replaced, and nowhere else?
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "notes/lines.hpp"

namespace attn {

struct Splice {
  Span at;  // the bytes that go
  std::string text;
};

// The text with all splices made; they are in order and do not overlap.
std::string spliced(std::string_view text, std::span<const Splice> splices);

}  // namespace attn
