#include "web/base64.hpp"

#include <stdexcept>

namespace attn {

namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  throw std::logic_error("bytes_of_hex: not hexadecimal");
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned three = 0;
    for (std::size_t j = i; j < i + 3; ++j) {
      three = (three << 8U) | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      const bool filled = i + j <= bytes.size();
      text += filled ? kDigits[(three >> (18 - 6 * j)) & 63U] : '=';
    }
  }
  return text;
}

std::string bytes_of_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) throw std::logic_error("bytes_of_hex: not hexadecimal");
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(16 * digit_of(hex[i]) + digit_of(hex[i + 1]));
  }
  return bytes;
}

}  // namespace attn
