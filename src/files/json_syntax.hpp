// What is wrong with the syntax of a JSON text, and where?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

// "x.json:3:14: not JSON: …" for what nlohmann's parser stumbled over at a byte, which it counts
// from 1, and said of it at great length.
std::string json_syntax_error(std::string_view text, std::string_view file, std::size_t position,
                              std::string_view message);

}  // namespace attn
