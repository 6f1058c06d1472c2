#include "embed/checksum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "notes/lines.hpp"

namespace attn {

namespace {

// FNV-1a, 32 bits (Fowler, Noll and Vo; RFC 9923).
struct Hash {
  std::uint32_t state = 2166136261U;

  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      state ^= static_cast<unsigned char>(byte);
      state *= 16777619U;
    }
  }
};

}  // namespace

std::string checksum(std::string_view text, std::string_view indent) {
  Hash hash;
  const Lines lines(text);
  for (std::size_t i = 0; i < lines.count(); ++i) {
    std::string_view line = lines.content(i).of(text);
    if (line.starts_with(indent)) line.remove_prefix(indent.size());
    line = trimmed(line);
    if (line.empty() || line == trimmed(indent)) continue;
    hash.add(line);
    hash.add("\n");
  }
  return fmt::format("{:08x}", hash.state);
}

bool is_checksum(std::string_view word) {
  return word.size() == kChecksumDigits &&
         word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace attn
