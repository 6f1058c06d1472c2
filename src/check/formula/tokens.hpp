// Which words, numbers and signs is a line of a reading made of?
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "notes/printed.hpp"

namespace attn {

struct Token {
  enum class Kind { number, word, sign };

  Kind kind;
  std::string_view text;
  std::size_t begin, end;        // in the reading
  bool no_space_before = false;  // nor the beginning of the line
  bool space_after = false;      // from the next one, by a space or the end of the line
  Printed number = {};

  bool is(char sign) const { return kind == Kind::sign && text[0] == sign; }
  bool is_word(std::string_view word) const { return kind == Kind::word && text == word; }
};

// Of reading.substr(begin, end - begin). Commas group the digits of thousands where no list is
// open. An "x" between factors is the sign "*". Bytes that say nothing make no token.
std::vector<Token> tokens_of(std::string_view reading, std::size_t begin, std::size_t end);

}  // namespace attn
