#include "support/size.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

struct Unit {
  std::string_view name;
  Integer bytes;
};

template <std::size_t N>
constexpr std::array<Unit, N> steps(const std::array<std::string_view, N>& names, Integer step) {
  std::array<Unit, N> units{};
  Integer bytes = 1;
  for (std::size_t i = 0; i < N; ++i, bytes *= step) units[i] = {names[i], bytes};
  return units;
}

constexpr auto kIec = steps<9>({"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"}, 1024);
constexpr auto kSi = steps<9>({"B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"}, 1000);
constexpr std::size_t kMega = 2;         // index of MiB and MB
constexpr std::size_t kRead = 7;         // units a reader may write, up to EiB and EB
constexpr std::size_t kMostDigits = 18;  // so that any number of any such unit fits in 128 bits
constexpr Integer kMostScaled = 1'000'000'000'000'000'000;

std::span<const Unit> table(SizeUnits units) {
  return units == SizeUnits::iec ? std::span<const Unit>(kIec) : std::span<const Unit>(kSi);
}

// The largest of the units of which there is at least one.
const Unit& largest_within(std::span<const Unit> units, Integer bytes) {
  std::size_t i = units.size() - 1;
  while (i > 0 && bytes < units[i].bytes) --i;
  return units[i];
}

std::string in_unit(Integer bytes, const Unit& unit) {
  if (unit.bytes == 1) return fmt::format("{} B", bytes);
  Integer whole = bytes / unit.bytes;
  Integer tenths = (bytes % unit.bytes * 20 + unit.bytes) / (2 * unit.bytes);
  if (tenths == 10) {
    whole += 1;
    tenths = 0;
  }
  return fmt::format("{}.{} {}", whole, tenths, unit.name);
}

Unit unit_named(std::string_view name, std::string_view text, std::string_view what) {
  for (const SizeUnits units : {SizeUnits::iec, SizeUnits::si}) {
    const auto known = table(units).first(kRead);
    const auto found = std::ranges::find(known, name, &Unit::name);
    if (found != known.end()) return *found;
  }
  const auto names = [](SizeUnits units) {
    std::string list;
    for (const Unit& unit : table(units).subspan(1, kRead - 1)) {
      list += fmt::format("{}{}", list.empty() ? "" : ", ", unit.name);
    }
    return list;
  };
  throw Error("{}: {} has no unit {}; use B, {} (powers of 1024) or {} (powers of 1000)", what,
              in_quotes(text), in_quotes(name), names(SizeUnits::iec), names(SizeUnits::si));
}

}  // namespace

std::string natural_size(Integer bytes, SizeUnits units) {
  return in_unit(bytes, largest_within(table(units), bytes));
}

std::string megabyte_size(Integer bytes, SizeUnits units) {
  const auto all = table(units);
  const bool few = bytes / all[kMega].bytes < 1'000'000;
  return in_unit(bytes, largest_within(few ? all.first(kMega + 1) : all, bytes));
}

Integer parse_size(std::string_view text, std::string_view what) {
  const auto number_end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, number_end);
  std::string_view name = text.substr(number_end);
  if (name.starts_with(' ')) name.remove_prefix(1);

  const auto point = std::min(number.find('.'), number.size());
  const std::string_view decimals = number.substr(std::min(point + 1, number.size()));
  const std::string digits = fmt::format("{}{}", number.substr(0, point), decimals);
  if (point == 0 || number.ends_with('.') || digits.find('.') != std::string::npos ||
      digits.size() > kMostDigits) {
    throw Error("{}: {} is not a size; write a number and its unit, such as 24GiB", what,
                in_quotes(text));
  }
  Integer scale = 1;
  for (std::size_t i = 0; i < decimals.size(); ++i) scale *= 10;
  const Integer scaled = parse_integer(digits, 0, kMostScaled, what);
  if (scaled > 0 && name.empty()) {
    throw Error("{}: {} lacks its unit; write {}GiB or {}GB", what, in_quotes(text), number,
                number);
  }
  const Integer bytes = scaled > 0 ? scaled * unit_named(name, text, what).bytes / scale : 0;
  if (bytes < 1) throw Error("{}: {} is less than a byte; try 24GiB", what, in_quotes(text));
  return bytes;
}

}  // namespace attn
