// Where does a text of a model of GPT-2's kind come apart, before anything is joined?
#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "files/byte_pair.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

enum class Kind { space, letter, number, other };

Kind kind_of(std::string_view character) {
  utf8proc_int32_t code = 0;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                   static_cast<utf8proc_ssize_t>(character.size()), &code);
  if ((code >= 0x09 && code <= 0x0d) || code == 0x85) return Kind::space;
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return Kind::space;
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return Kind::letter;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return Kind::number;
    default:
      return Kind::other;
  }
}

// Bytes of the contraction that the text begins with, 0 without one.
std::size_t contraction(std::string_view text) {
  for (const std::string_view end : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
    if (text.starts_with(end)) return end.size();
  }
  return 0;
}

// Characters of the word that begins at `first`. 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+|
// ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
Index word_length(const std::vector<std::string_view>& characters, const std::vector<Kind>& kinds,
                  Index first) {
  const auto run = [&kinds](Index from) {
    Index end = from;
    while (end < kinds.size() && kinds[end] == kinds[from]) ++end;
    return end;
  };
  if (kinds[first] != Kind::space) return run(first) - first;
  const Index end = run(first);
  if (end == kinds.size()) return end - first;
  if (characters[first] == " " && end == first + 1) return run(end) - first;
  // The last of several spaces is left to the word behind it.
  return std::max<Index>(1, end - 1 - first);
}

// The character that stands for each byte.
const std::array<std::string, 256>& byte_characters() {
  static const std::array<std::string, 256> kCharacters = [] {
    std::array<std::string, 256> characters;
    utf8proc_int32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
      const bool printable =
          (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
      std::array<utf8proc_uint8_t, 4> bytes{};
      const auto size = utf8proc_encode_char(printable ? byte : next++, bytes.data());
      characters[static_cast<std::size_t>(byte)].assign(bytes.begin(), bytes.begin() + size);
    }
    return characters;
  }();
  return kCharacters;
}

}  // namespace

std::vector<std::string_view> byte_pair_words(std::string_view text) {
  const std::vector<std::string_view> characters = characters_of(text);
  std::vector<Kind> kinds;
  for (const std::string_view character : characters) kinds.push_back(kind_of(character));
  std::vector<std::string_view> words;
  Index first = 0;
  std::size_t byte = 0;
  while (first < characters.size()) {
    std::size_t bytes = contraction(text.substr(byte));  // ASCII: as many characters
    const Index count = bytes > 0 ? bytes : word_length(characters, kinds, first);
    if (bytes == 0) {
      for (Index i = 0; i < count; ++i) bytes += characters[first + i].size();
    }
    words.push_back(text.substr(byte, bytes));
    first += count;
    byte += bytes;
  }
  return words;
}

std::string visible_bytes(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += byte_characters()[static_cast<unsigned char>(byte)];
  return text;
}

}  // namespace attn
