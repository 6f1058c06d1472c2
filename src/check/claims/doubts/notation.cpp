// Where signs mean something else to a program: binary digits, whole division, the exclusive or.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "check/claims/doubts/doubts.hpp"
#include "check/formula/functions.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

bool whole(const Expression& e) {
  return std::ranges::all_of(e.numbers, [](const Printed& p) { return p.decimals <= 0; });
}

// "1010 ^ 1100 = 0110": binary digits, and times, begin with zeros.
bool may_be_binary(const Misfit& m) {
  const auto digits = [](const Printed& p, std::string_view all, std::size_t least) {
    return p.text.size() >= least && p.text.find_first_not_of(all) == std::string_view::npos;
  };
  const auto padded = [&](const Expression& e) {
    return std::ranges::any_of(e.numbers, [&](const Printed& p) {
      return p.text[0] == '0' && digits(p, "0123456789", 3);
    });
  };
  const auto long_binary = [&](const Expression& e) {
    return std::ranges::any_of(e.numbers, [&](const Printed& p) {
      return digits(p, "01", 6) && std::ranges::count(p.text, '1') > 1;
    });
  };
  const auto mantissa = [&](const Expression& e) {  // "1.101 × 2^3"
    return e.kind == Kind::term && e.parts[0].kind == Kind::number &&
           e.parts[0].numbers[0].decimals > 0 && digits(e.parts[0].numbers[0], "01.", 3) &&
           e.parts[1].kind == Kind::power && e.parts[1].parts[0].kind == Kind::number &&
           e.parts[1].parts[0].numbers[0].value == 2.0;
  };
  if (anywhere(*m.equality.formula, mantissa) || anywhere(*m.equality.formula, long_binary)) {
    return true;
  }
  // "1011 + 1 = 10111": of ones and zeros alone.
  bool others = false;
  const auto binary = [&](const Expression& e) {
    for (const Printed& p : e.numbers) others = others || !digits(p, "01", 1);
    return false;
  };
  anywhere(*m.equality.formula, binary);
  anywhere(*m.equality.result, binary);
  return !others || anywhere(*m.equality.formula, padded) || anywhere(*m.equality.result, padded) ||
         anywhere(*m.equality.result, long_binary);
}

// "255 + 1 = 0" and "127 + 1 = -128", in numbers of 8, 16 or 32 bits.
bool may_overflow(const Misfit& m) {
  const Expression& b = *m.equality.result;
  if (b.kind != Kind::number || !whole(b) || !m.comparison.computed) return false;
  if (!m.comparison.computed->is_scalar()) return false;
  const double off = std::abs(m.comparison.computed->cells[0].low - b.numbers[0].value);
  constexpr std::array kSizes{16.0, 256.0, 65536.0, 4294967296.0};
  return std::ranges::any_of(kSizes, [off](double size) { return std::abs(off - size) < 0.5; });
}

// "1 ^ 1 ^ 2 = 2" of programs: either, and not both.
std::optional<unsigned long> exclusive_or(const Expression& e) {
  if (e.kind == Kind::number && whole(e) && e.numbers[0].value >= 0 && e.numbers[0].value < 1e9) {
    return static_cast<unsigned long>(e.numbers[0].value);
  }
  if (e.kind != Kind::power) return std::nullopt;
  const std::optional<unsigned long> a = exclusive_or(e.parts[0]), b = exclusive_or(e.parts[1]);
  if (!a || !b) return std::nullopt;
  return *a ^ *b;
}

bool may_be_exclusive_or(const Misfit& m) {
  const std::optional<unsigned long> a = exclusive_or(*m.equality.formula);
  return a.has_value() && m.equality.result->kind == Kind::number &&
         a == exclusive_or(*m.equality.result);
}

// "0.1 * 10 = 1.0000001192", as a machine computes.
bool may_be_inexact(const Misfit& m) {
  const Expression& b = *m.equality.result;
  if (b.kind != Kind::number || !m.comparison.computed || !m.comparison.computed->is_scalar()) {
    return false;
  }
  const double x = m.comparison.computed->cells[0].low, y = b.numbers[0].value;
  return b.numbers[0].text.size() > 8 && std::abs(x - y) <= 1e-6 * std::abs(x) &&
         b.numbers[0].decimals > 0;
}

// "e" where the notes give it a value, or raise it as they raise a number: e^2 = 4^2.
bool may_name_e(const Misfit& m) {
  const auto power_of_e = [](const Expression& e) {
    return e.kind == Kind::call && e.function != nullptr && e.function->spellings[0] == "exp" &&
           e.end > e.begin;
  };
  return m.equality.formula->kind == Kind::call && power_of_e(*m.equality.formula) &&
         m.equality.result->kind == Kind::power;
}

// What a formula of whole numbers comes to where division leaves out the rest.
std::optional<double> divided_whole(const Expression& e) {
  if (e.kind == Kind::number && whole(e)) return e.numbers[0].value;
  if (e.kind != Kind::sum && e.kind != Kind::term && e.kind != Kind::power) return std::nullopt;
  std::optional<double> result = divided_whole(e.parts[0]);
  for (std::size_t i = 1; i < e.parts.size() && result; ++i) {
    const std::optional<double> next = divided_whole(e.parts[i]);
    if (!next) return std::nullopt;
    const char sign = e.kind == Kind::power ? '^' : e.operators[i - 1];
    if (sign == '/' && *next == 0.0) return std::nullopt;
    result = sign == '+'   ? *result + *next
             : sign == '-' ? *result - *next
             : sign == '/' ? std::trunc(*result / *next)
             : sign == '^' ? std::pow(*result, *next)
                           : *result * *next;
  }
  return result;
}

// "(1 + 2) × (3 / 4) = 0", as some languages divide.
bool divides_whole(const Misfit& m) {
  const Expression& b = *m.equality.result;
  return b.kind == Kind::number && whole(b) &&
         divided_whole(*m.equality.formula) == b.numbers[0].value;
}

// "3 · 4 = 2" in notes that speak of Z_5, or of what is left of a division.
bool may_be_rest(const Misfit& m) {
  const Expression& b = *m.equality.result;
  if (b.kind != Kind::number || !whole(b) || b.numbers[0].value < 0.0) return false;
  const auto part = [](const Expression& e) { return !whole(e); };
  if (anywhere(*m.equality.formula, part)) return false;
  const Computed& x = m.comparison.computed;
  return m.rests && x && x->is_scalar() && x->cells[0].low > b.numbers[0].value;
}

// "(12)(23)(12) = (13)", of permutations.
bool may_be_cycle(const Misfit& m) {
  const Expression& b = *m.equality.result;
  return b.kind == Kind::number && m.text[b.begin] == '(' && m.text[b.end - 1] == ')';
}

// "8/3 = 2 2/3", which is no product.
bool may_be_mixed(const Misfit& m) {
  const auto mixed = [](const Expression& e) {
    return e.kind == Kind::term && e.parts.size() == 2 && e.operators[0] == kJuxtaposed &&
           e.parts[0].kind == Kind::number && whole(e.parts[0]) && e.parts[1].kind == Kind::term &&
           e.parts[1].operators == "/" &&
           std::ranges::all_of(e.parts[1].parts,
                               [](const Expression& p) { return p.kind == Kind::number; });
  };
  return anywhere(*m.equality.formula, mixed) || anywhere(*m.equality.result, mixed);
}

constexpr std::array kDoubts{
    Doubt{may_be_rest, "it may be what is left of a division"},
    Doubt{may_be_cycle, "what stands in brackets may be a name"},
    Doubt{may_be_mixed, "it may be a number and a fraction"},
    Doubt{may_be_binary, "its digits may be binary"},
    Doubt{may_overflow, "its numbers may have so many bits"},
    Doubt{may_be_exclusive_or, "^ may be the exclusive or"},
    Doubt{may_be_inexact, "it may be arithmetic that is not exact"},
    Doubt{may_name_e, "e may be a name"},
    Doubt{divides_whole, "it may divide whole numbers"},
    Doubt{[](const Misfit& m) { return m.equality.sign == '&'; }, "a program may ask it"}};

}  // namespace

std::string_view doubt_of_notation(const Misfit& misfit) { return first_of(kDoubts, misfit); }

}  // namespace attn
