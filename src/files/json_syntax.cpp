#include "files/json_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text.hpp"

namespace attn {

namespace {

// "3:14", line and column of the byte at `position`, both from 1.
std::string line_and_column(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0: the first line
  return fmt::format("{}:{}", 1 + std::ranges::count(before, '\n'),
                     1 + before.substr(line_start).size());
}

// What is wrong with the syntax, in a few words, from what the parser says at great length.
std::string syntax_error(std::string_view around, std::string_view message) {
  for (const std::string_view word : {"nan", "NaN", "inf", "Inf"}) {
    if (around.find(word) != around.npos) return "JSON has no NaN or infinity; give finite numbers";
  }
  if (message.find("number overflow") != message.npos) {
    return "a number is too large; the largest is about 1.8e308";
  }
  const std::size_t dash = message.find(" - ");
  if (dash != message.npos) message.remove_prefix(dash + 3);
  return "not JSON: " + printable(message.substr(0, message.find("; last read")));
}

}  // namespace

std::string json_syntax_error(std::string_view text, std::string_view file, std::size_t position,
                              std::string_view message) {
  const std::size_t last = std::min(position, text.size() + 1) - 1;  // the byte it stumbled over
  const std::string_view around = text.substr(last < 2 ? 0 : last - 2, 6);
  return fmt::format("{}:{}: {}", file, line_and_column(text, last), syntax_error(around, message));
}

}  // namespace attn
