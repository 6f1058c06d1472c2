// Notes full of formulas, grown from bytes: each byte is a choice of the grammar.
#pragma once

#include <string>
#include <string_view>

namespace attn {

// A few lines: chains of formulas, arrays of every shape, tables, functions of anything.
std::string notes_of(std::string_view bytes);

}  // namespace attn
