// Where units and magnitudes are not certain: which size may be meant otherwise?
#include <algorithm>
#include <array>
#include <cmath>

#include "check/claims/doubts/doubts.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

bool has_size(const Expression& e) {
  return anywhere(e, [](const Expression& x) { return x.unit.is_size() || x.unit.bits; });
}

bool has_bytes(const Expression& e) {
  return anywhere(e, [](const Expression& x) { return x.unit.bytes && !x.unit.billions; });
}

// How many units a formula leaves: 1 of "2 × 3 MB", 0 of "64 MB / 4 MB".
int sizes_in(const Expression& e) {
  if (e.kind == Kind::number) return e.unit.is_size() ? 1 : 0;
  if (e.parts.empty()) return 0;
  int units = sizes_in(e.parts[0]);
  for (std::size_t i = 1; e.kind == Kind::term && i < e.parts.size(); ++i) {
    units += (e.operators[i - 1] == '/' ? -1 : 1) * sizes_in(e.parts[i]);
  }
  return units;
}

constexpr double kAlike = 0.02;

bool near_power(double ratio, double base, int most) {
  for (int n = -most; n <= most; ++n) {
    if (n != 0 && std::abs(ratio / std::pow(base, n) - 1) < kAlike) return true;
  }
  return false;
}

bool has_open_bytes(const Expression& e) {
  return anywhere(e, [](const Expression& x) { return x.unit.base_is_unstated(); });
}

// Of the units that leave it open what a thousand is, the powers that a formula leaves.
int open_powers_in(const Expression& e) {
  if (e.kind == Kind::number) return e.unit.base_is_unstated() ? e.unit.power : 0;
  if (e.parts.empty()) return 0;
  int powers = open_powers_in(e.parts[0]);
  for (std::size_t i = 1; e.kind == Kind::term && i < e.parts.size(); ++i) {
    powers += (e.operators[i - 1] == '/' ? -1 : 1) * open_powers_in(e.parts[i]);
  }
  return powers;
}

// "68.4 GB / 40,960 bytes ≈ 1,750,000": more than in units of 1000, less than in those of 1024.
bool lies_between_thousands(const Misfit& m, double ratio) {
  const int powers = open_powers_in(*m.equality.formula) - open_powers_in(*m.equality.result);
  const int sign = m.comparison.counting.thousand == 1000 ? 1 : -1;
  const double other = ratio * std::pow(1.024, sign * powers);
  return powers != 0 && m.equality.sign == '~' && (ratio - 1.0) * (other - 1.0) < 0.0;
}

// "46.080" may be 46,080.
bool may_group(const Misfit& m) {
  const auto grouped = [](const Expression& e) {
    return std::ranges::any_of(
        e.numbers, [](const Printed& p) { return p.decimals == 3 && std::abs(p.value) >= 1.0; });
  };
  return anywhere(*m.equality.formula, grouped) || anywhere(*m.equality.result, grouped);
}

// Off by a few per cent that 1000 for 1024, once or several times, explains at the digits printed.
bool mixes_thousands(const Misfit& m, double ratio) {
  if (m.equality.result->kind != Kind::number) return false;
  const Printed& said = m.equality.result->numbers[0];
  const double slack = said.step / 2 / std::abs(said.value) + 1e-4;
  const bool sized = has_size(*m.equality.formula) && !has_open_bytes(*m.equality.formula);
  if (sized || !has_open_bytes(*m.equality.result) || !has_bytes(*m.equality.result) ||
      slack > 0.01)
    return false;
  for (int n = -4; n <= 4; ++n) {
    if (n != 0 && std::abs(ratio / std::pow(1.024, n) - 1) < slack) return true;
  }
  return false;
}

}  // namespace

// Whether the word behind a result may be its unit: "ms", "GFLOPs", "个"; a word of English that is
// no unit of anything counts what was computed, or begins another thought.
bool may_be_unit(std::string_view word) {
  constexpr std::array<std::string_view, 20> kUnits{
      "seconds", "minutes", "hours",        "days",         "weeks",       "years",  "percent",
      "points",  "times",   "milliseconds", "microseconds", "nanoseconds", "bits",   "second",
      "minute",  "hour",    "gigabytes",    "megabytes",    "kilobytes",   "degrees"};
  constexpr std::array<std::string_view, 22> kSmall{
      "and", "so", "for", "in",  "to", "is",  "as",  "of",  "on", "at", "or",
      "by",  "we", "if",  "the", "vs", "per", "but", "not", "a",  "an", "it"};
  if (word.empty()) return false;
  if (word.ends_with('/')) return true;
  if (std::ranges::find(kUnits, word) != kUnits.end()) return true;
  for (const std::string_view unit :
       {"bytes", "bits", "seconds", "hertz", "watts", "meters", "metres"}) {
    if (word.ends_with(unit)) return true;
  }
  if (std::ranges::find(kSmall, word) != kSmall.end()) return false;
  const bool plain = std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
  return !plain || word.size() < 4 || !word.ends_with('s');  // "tokens", but not "arcsec"
}

std::string_view doubt_of_size(const Misfit& m) {
  const Expression &a = *m.equality.formula, &b = *m.equality.result;
  const bool scalar = m.comparison.computed && m.comparison.computed->is_scalar();
  if (b.loose && b.kind == Kind::array && scalar) return "its comma may be a decimal one";
  const auto percent = [](const Expression& e) { return e.unit.percent; };
  const auto in_percent = [&](const Expression& e) { return anywhere(e, percent); };
  if (!in_percent(a) && !in_percent(b) && std::ranges::any_of(m.statement.members, in_percent)) {
    return "it may be in per cent";  // "1 - 0.95/2 = 5/2 = 2.5 %"
  }
  if (sizes_in(a) != 0 && !has_size(b)) return "the unit of the result is not said";
  const auto rate = [](const Expression& e) { return e.unit.rate; };
  if (anywhere(a, rate) || anywhere(b, rate)) return "it counts something for each of another";
  const bool unit = sizes_in(a) != 0 || has_size(b);  // not of "64 MB / 4 MB = 16"
  const bool open = unit || has_open_bytes(a) || may_be_unit(m.statement.follows);
  const double ratio = ratio_of(m).value_or(0.0);
  if (ratio > 0.0 && may_group(m) && near_power(ratio, 1000.0, 4)) {
    return "its points may group thousands";
  }
  constexpr std::string_view kMagnitude = "its unit or its magnitude may be another";
  if (near_power(ratio, 1000.0, 6) || near_power(ratio, 1024.0, 4)) return kMagnitude;
  if (open && (near_power(ratio, 8.0, 1))) return "bits and bytes may be mixed";
  if (ratio <= 0.0 || !open) return "";
  if (mixes_thousands(m, ratio) || lies_between_thousands(m, ratio))
    return "units of 1000 and of 1024 may be mixed";
  if (has_bytes(b) && !has_bytes(a) && near_power(ratio, 2.0, 4)) {
    return "how many bytes each takes is not said";
  }
  const bool told = has_bytes(a) && has_bytes(b);  // in units that leave a power of 1000 open
  const bool counter = !m.statement.follows.empty() && m.statement.follows[0] == kUnspacedLetter;
  const double far = told ? 10.0 : counter && !unit ? 30.0 : 3.0;
  const bool told_in_full = b.exponent != 0 && !has_size(b) && !near_power(ratio, 1000.0, 6);
  if (!told_in_full && (ratio > far || ratio < 1 / far)) return kMagnitude;
  return "";
}

}  // namespace attn
