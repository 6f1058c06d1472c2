#include "embed/numbers_within.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace attn {

namespace {

constexpr std::string_view kMinus = "−";  // U+2212

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// How many characters at the start of the text are digits; `grouped` counts "1,234" whole.
std::size_t digits(std::string_view text, bool grouped) {
  const auto group_at = [&text](std::size_t at) {
    const std::string_view group = text.substr(at, 5);
    return group.size() >= 4 && group[0] == ',' && is_digit(group[1]) && is_digit(group[2]) &&
           is_digit(group[3]) && (group.size() == 4 || !is_digit(group[4]));
  };
  std::size_t length = 0;
  while (length < text.size()) {
    if (is_digit(text[length])) {
      ++length;
    } else if (grouped && length > 0 && group_at(length)) {
      length += 4;
    } else {
      break;
    }
  }
  return length;
}

// Takes a text apart into numbers and other characters.
struct Reader {
  std::string_view rest;

  void skip_space() {
    while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  }

  // The number that begins here, with its sign, fraction and exponent; "" when none does.
  std::string_view number() {
    const std::size_t sign = rest.starts_with(kMinus) ? kMinus.size() : rest.starts_with('-');
    const std::size_t whole = digits(rest.substr(sign), true);
    if (whole == 0) return {};
    std::size_t length = sign + whole;
    if (rest.substr(length).starts_with('.')) length += 1 + digits(rest.substr(length + 1), false);
    if (const std::string_view exponent = rest.substr(length); !exponent.empty()) {
      const bool e = exponent[0] == 'e' || exponent[0] == 'E';
      const std::size_t mark = 1 + (exponent.substr(1).find_first_of("+-") == 0);
      const std::size_t power = e ? digits(exponent.substr(mark), false) : 0;
      if (power > 0) length += mark + power;
    }
    const std::string_view text = rest.substr(0, length);
    rest.remove_prefix(length);
    return text;
  }
};

// Nothing for a number beyond a double's range.
std::optional<double> value_of(std::string_view number) {
  std::string plain;
  if (number.starts_with(kMinus)) {
    plain = "-";
    number.remove_prefix(kMinus.size());
  }
  for (const char c : number) {
    if (c != ',') plain += c;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

bool near(double tolerance, std::string_view x, std::string_view y) {
  if (x == y) return true;
  const std::optional<double> a = value_of(x), b = value_of(y);
  if (!a || !b) return false;
  // Decimal figures that are exactly the tolerance apart may be a rounding more as doubles.
  const double rounding =
      4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(*a), std::abs(*b));
  return std::abs(*a - *b) <= tolerance + rounding;
}

}  // namespace

bool within(double tolerance, std::string_view before, std::string_view after) {
  Reader a{before}, b{after};
  for (;;) {
    a.skip_space();
    b.skip_space();
    if (a.rest.empty() || b.rest.empty()) return a.rest.empty() && b.rest.empty();
    const std::string_view x = a.number(), y = b.number();
    if (!x.empty() || !y.empty()) {
      if (x.empty() || y.empty() || !near(tolerance, x, y)) return false;
      continue;
    }
    if (a.rest.front() != b.rest.front()) return false;
    a.rest.remove_prefix(1);
    b.rest.remove_prefix(1);
  }
}

}  // namespace attn
