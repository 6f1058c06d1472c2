#include "render/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "support/size.hpp"

namespace attn {

namespace {

// Beyond this the digits of a fixed-point number are noise: a double holds 15 to 17 of them.
constexpr double kLargestFixed = 1e15;

// A double that is not finite has no digits to format: fmt would print "-nan" as well.
std::string named(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "∞" : "−∞";
}

// "-0.0000" says that zero is negative; it is rounding that left the sign.
std::string without_negative_zero(std::string text) {
  const std::string_view digits = std::string_view{text}.substr(0, text.find('e'));
  const bool zero = digits.find_first_of("123456789") == std::string_view::npos;
  if (zero && text.starts_with('-')) text.erase(0, 1);
  return text;
}

std::string scientific(double value, int digits) {
  if (!std::isfinite(value)) return named(value);
  return without_negative_zero(fmt::format("{:.{}e}", value, std::max(digits, 0)));
}

std::string shown(const Blank& blank) {
  if (!blank.content.empty()) return blank.content;
  return std::string(static_cast<std::size_t>(std::max(blank.width, 1)), '_');
}

std::string whole_number(Integer value, Column::Notation notation) {
  if (notation == Column::Notation::iec_bytes) return natural_size(value, SizeUnits::iec);
  if (notation == Column::Notation::si_bytes) return natural_size(value, SizeUnits::si);
  return grouped(value);
}

}  // namespace

std::string shown(double value, int digits) {
  if (!std::isfinite(value)) return named(value);
  if (std::abs(value) >= kLargestFixed) return scientific(value, digits);
  return without_negative_zero(fmt::format("{:.{}f}", value, std::max(digits, 0)));
}

std::string brief(double value, int significant) {
  if (!std::isfinite(value)) return named(value);
  const double size = std::abs(value);
  const bool whole = std::trunc(value) == value;
  if (size < kLargestFixed && (whole || size >= std::pow(10.0, significant))) {
    return grouped(static_cast<Integer>(std::round(value)));
  }
  return fmt::format("{:.{}g}", value, significant);
}

std::string shown(const Cell& cell, const Column& column, int digits) {
  const int d = digits < 0 ? column.digits : digits;
  if (std::holds_alternative<Missing>(cell)) return "—";
  if (const Integer* whole = std::get_if<Integer>(&cell))
    return whole_number(*whole, column.notation);
  if (const std::string* text = std::get_if<std::string>(&cell)) return *text;
  if (const Blank* blank = std::get_if<Blank>(&cell)) return shown(*blank);
  const double value = std::get<double>(cell);
  switch (column.notation) {
    case Column::Notation::scientific:
      return scientific(value, d);
    case Column::Notation::general:
      return brief(value, std::max(d, 1));
    case Column::Notation::fixed:
    case Column::Notation::iec_bytes:
    case Column::Notation::si_bytes:
      break;
  }
  return shown(value, d);
}

std::string exact(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string exact(Integer value) { return fmt::format("{}", value); }

}  // namespace attn
