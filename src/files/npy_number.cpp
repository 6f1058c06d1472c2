#include "files/npy_number.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace attn {

namespace {

// The bytes as one whole number, 128 bits wide in two halves.
struct Bits {
  std::uint64_t low = 0, high = 0;
};

Bits bits_of(const char* bytes, const NpyType& type) {
  Bits bits;
  for (std::size_t i = 0; i < type.size; ++i) {
    const char byte = bytes[type.big_endian ? type.size - 1 - i : i];
    (i < 8 ? bits.low : bits.high) |= std::uint64_t{static_cast<unsigned char>(byte)}
                                      << 8 * (i % 8);
  }
  return bits;
}

// sign · 1.fraction · 2^exponent, and what the largest exponent keeps for infinity and NaN.
double assembled(bool negative, bool special, double fraction, int exponent) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double magnitude = std::ldexp(fraction, exponent);
  if (special) magnitude = fraction == 0.0 ? kInfinity : std::numeric_limits<double>::quiet_NaN();
  return negative ? -magnitude : magnitude;
}

// IEEE 754 binary16: 1 bit of sign, 5 of exponent, 10 of fraction.
double half(std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 0x1f);
  const double fraction = static_cast<double>(bits & 0x3ff);
  const bool negative = (bits & 0x8000) != 0;
  if (exponent == 0x1f) return assembled(negative, true, fraction, 0);
  if (exponent == 0) return assembled(negative, false, fraction, -24);
  return assembled(negative, false, fraction + 1024.0, exponent - 25);
}

// The x87's 80 bits, padded to 16 bytes: 1 bit of sign, 15 of exponent, and 64 of fraction, the
// leading one among them. Rounded to the nearest double.
double extended(const Bits& bits) {
  const int exponent = static_cast<int>(bits.high & 0x7fff);
  const bool special = exponent == 0x7fff;
  const double fraction = static_cast<double>(special ? bits.low << 1 : bits.low);
  return assembled((bits.high & 0x8000) != 0, special, fraction, exponent - 16383 - 63);
}

double floating(const Bits& bits, std::size_t size) {
  if (size == 2) return half(bits.low);
  if (size == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits.low));
  return size == 8 ? std::bit_cast<double>(bits.low) : extended(bits);
}

double signed_integer(std::uint64_t bits, std::size_t size) {
  if (size == 1) return static_cast<std::int8_t>(bits);
  if (size == 2) return static_cast<std::int16_t>(bits);
  if (size == 4) return static_cast<std::int32_t>(bits);
  return static_cast<double>(static_cast<std::int64_t>(bits));
}

}  // namespace

double npy_number(const char* bytes, const NpyType& type) {
  const Bits bits = bits_of(bytes, type);
  switch (type.kind) {
    case 'f':
      return floating(bits, type.size);
    case 'i':
      return signed_integer(bits.low, type.size);
    case 'u':
      return static_cast<double>(bits.low);
    case 'b':
      return bits.low != 0 ? 1.0 : 0.0;
    default:
      throw std::logic_error("npy_number: a kind that the header refuses");
  }
}

std::string npy_name(const NpyType& type) {
  if (type.kind == 'b') return "bool";
  const std::string_view kind = type.kind == 'f' ? "float" : type.kind == 'i' ? "int" : "uint";
  return fmt::format("{}{}", kind, 8 * type.size);
}

}  // namespace attn
