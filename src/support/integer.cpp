#include "support/integer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "support/error.hpp"
#include "support/from_chars.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

__extension__ using Magnitude = unsigned __int128;

constexpr Integer kLargest = static_cast<Integer>(~Magnitude{0} >> 1);
constexpr Integer kSmallest = -kLargest - 1;
// A bound as far out as this is no bound to a reader.
constexpr double kUnbounded = 1e300;

Magnitude magnitude(Integer value) {
  return value < 0 ? Magnitude{0} - static_cast<Magnitude>(value) : static_cast<Magnitude>(value);
}

[[noreturn]] void too_large() {
  throw Error("the result does not fit in 128 bits; try smaller sizes");
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What follows "use " in a message, and stands in the help.
std::string range_text(const std::string& low, const std::string& high) {
  if (low.empty() && high.empty()) return "";
  if (high.empty()) return low + " or more";
  if (low.empty()) return high + " or less";
  return low + " to " + high;
}

std::string use(const std::string& range) { return range.empty() ? "" : "; use " + range; }

std::string bound(double value) {
  return std::abs(value) >= kUnbounded ? "" : fmt::format("{}", value);
}

// What strtod makes of a number that is no double: 0, or an infinity.
double beyond_double(std::string_view text) {
  const double nearest = std::strtod(std::string(text).c_str(), nullptr);
  return std::isinf(nearest) ? nearest : 0.0;
}

// The digits after an optional minus sign; empty when that is not the text's shape.
std::string_view digits_of(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  for (const char c : text) {
    if (!is_digit(c)) return {};
  }
  return text;
}

}  // namespace

Integer checked_add(Integer a, Integer b) {
  if (b > 0 ? a > kLargest - b : a < kSmallest - b) too_large();
  return a + b;
}

Integer checked_multiply(Integer a, Integer b) {
  if (a == 0 || b == 0) return 0;
  const bool negative = (a < 0) != (b < 0);
  const Magnitude limit = static_cast<Magnitude>(kLargest) + (negative ? 1 : 0);
  if (magnitude(a) > limit / magnitude(b)) too_large();
  const Magnitude product = magnitude(a) * magnitude(b);
  return static_cast<Integer>(negative ? Magnitude{0} - product : product);
}

std::string grouped(Integer value) {
  std::string text = fmt::format("{}", value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t i = text.size(); i > first + 3;) text.insert(i -= 3, 1, ',');
  return text;
}

std::string interval(Integer low, Integer high) {
  // Ungrouped, so that a reader can copy them into an option.
  const auto digits = [](Integer value) { return fmt::format("{}", value); };
  return range_text(low == kSmallest ? "" : digits(low), high == kLargest ? "" : digits(high));
}

std::string interval(double low, double high) { return range_text(bound(low), bound(high)); }

Integer parse_integer(std::string_view text, Integer low, Integer high, std::string_view what) {
  const std::string_view digits = digits_of(text);
  if (digits.empty()) {
    throw Error("{}: {} is not a whole number{}", what, in_quotes(text), use(interval(low, high)));
  }
  const auto refuse = [&] {
    throw Error("{}: {} is out of range{}", what, shortened(text), use(interval(low, high)));
  };
  const Integer sign = text.starts_with('-') ? -1 : 1;
  Integer value = 0;
  for (const char c : digits) {
    if (value > (kLargest - 9) / 10 || value < (kSmallest + 9) / 10) refuse();
    value = value * 10 + sign * (c - '0');
  }
  if (value < low || value > high) refuse();
  return value;
}

double parse_real(std::string_view text, double low, double high, std::string_view what) {
  std::string_view number = text;
  if (number.starts_with('+')) number.remove_prefix(1);
  double value = 0.0;
  const auto [end, code] = real_from_chars(number, value);
  // from_chars takes "inf" and "nan" too.
  if (text.starts_with("+-") || end != number.data() + number.size() ||
      code == std::errc::invalid_argument || !std::isfinite(value)) {
    throw Error("{}: {} is not a number{}", what, in_quotes(text), use(interval(low, high)));
  }
  low = std::max(low, std::numeric_limits<double>::lowest());
  high = std::min(high, std::numeric_limits<double>::max());
  if (code == std::errc::result_out_of_range) value = beyond_double(number);
  if (code == std::errc::result_out_of_range && value == 0.0) {
    throw Error("{}: {} is too close to 0 for a double{}", what, shortened(text),
                low <= 0.0 && high >= 0.0 ? "; use 0" : use(interval(low, high)));
  }
  if (!(value >= low && value <= high)) {
    // A bound that is none to a reader is one to this number.
    const std::string least = value < low ? fmt::format("{}", low) : bound(low);
    const std::string most = value > high ? fmt::format("{}", high) : bound(high);
    throw Error("{}: {} is out of range{}", what, shortened(text), use(range_text(least, most)));
  }
  return value;
}

}  // namespace attn
