#include "support/quote.hpp"

#include "support/text.hpp"

namespace attn {

std::string shortened(std::string_view text) {
  constexpr std::size_t kRoom = 40;  // bytes
  if (text.size() <= kRoom) return printable(text);
  const auto continues = [&text](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
  };
  std::size_t end = kRoom;
  while (end > kRoom - 4 && continues(end)) --end;
  return printable(text.substr(0, end)) + "…";
}

std::string in_quotes(std::string_view text) { return '"' + shortened(text) + '"'; }

}  // namespace attn
