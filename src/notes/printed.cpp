#include "notes/printed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "support/from_chars.hpp"

namespace attn {

Printed read_printed(std::string_view text) {
  std::string digits;
  int decimals = 0, exponent = 0;
  bool point = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ',') continue;
    if (c == 'e' || c == 'E') {
      const std::size_t sign = text[i + 1] == '+' ? 1 : 0;
      std::from_chars(text.data() + i + 1 + sign, text.data() + text.size(), exponent);
      digits += fmt::format("e{}", exponent);
      break;
    }
    if (point) ++decimals;
    if (c == '.') point = true;
    digits += c;
  }
  Printed result{.decimals = decimals - exponent, .text = text};
  const auto [end, error] = real_from_chars(digits, result.value);
  if (error == std::errc::result_out_of_range) result.value = exponent < 0 ? 0.0 : HUGE_VAL;
  result.step = std::pow(10.0, -result.decimals);
  return result;
}

std::string printed_like(double value, int decimals) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (decimals > 17 || std::abs(value) >= 1e21) return fmt::format("{:.6g}", value);
  if (decimals < 0) {
    const double step = std::pow(10.0, -decimals);
    value = std::round(value / step) * step;
  }
  std::string text = fmt::format("{:.{}f}", value, std::max(decimals, 0));
  if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-')) text.erase(0, 1);
  return text;
}

}  // namespace attn
