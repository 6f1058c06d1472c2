#include "check/claims/ambiguity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "check/formula/digits.hpp"
#include "check/formula/evaluate.hpp"
#include "check/formula/functions.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

template <typename Predicate>
bool anywhere(const Expression& e, Predicate holds) {
  return holds(e) ||
         std::ranges::any_of(e.parts, [&holds](const Expression& p) { return anywhere(p, holds); });
}

bool whole(const Expression& e) {
  return std::ranges::all_of(e.numbers, [](const Printed& p) { return p.decimals <= 0; });
}

// "(3, 4)" and "2×4" may be shapes.
bool may_be_shape(const Expression& e) {
  if (e.tuple) return whole(e);
  return e.kind == Kind::term && e.operators.find('/') == std::string::npos &&
         std::ranges::all_of(e.parts, [](const Expression& p) {
           return p.kind == Kind::number && whole(p) && !p.unit.bytes;
         });
}

// "10-12" may be from 10 to 12.
bool may_be_range(const Expression& e, std::string_view reading) {
  if (e.kind != Kind::sum || e.parts.size() != 2 || e.operators != "-") return false;
  const bool numbers = std::ranges::all_of(
      e.parts, [](const Expression& p) { return p.kind == Kind::number && whole(p); });
  return numbers && reading.substr(e.begin, e.end - e.begin).find(' ') == std::string_view::npos;
}

// "(1 + 2) × (3 / 4) = 0", as some languages divide.
bool may_divide_whole(const Expression& e) {
  if (e.kind != Kind::term || e.operators.find('/') == std::string::npos) return false;
  const auto number = [](const Expression& p) { return p.kind == Kind::number && whole(p); };
  if (!std::ranges::all_of(e.parts, number)) return false;
  double value = e.parts[0].numbers[0].value;
  for (std::size_t i = 1; i < e.parts.size(); ++i) {
    const double next = e.parts[i].numbers[0].value;
    value = e.operators[i - 1] == '/' ? value / next : value * next;
    if (value != std::floor(value)) return true;
  }
  return false;
}

// "3 heads of 12 = 1/4".
bool may_be_share(const Misfit& m) {
  const Expression &a = *m.equality.formula, &b = *m.equality.result;
  const bool of = m.text.substr(a.begin, a.end - a.begin).find(" of ") != std::string_view::npos;
  if (!of || b.kind != Kind::number || a.parts.empty()) return false;
  const auto percent = [](const Expression& p) { return p.unit.percent; };
  if (std::ranges::any_of(a.parts, percent)) return false;
  return b.unit.percent || std::ranges::any_of(a.parts, [&b](const Expression& p) {
           return p.kind == Kind::number && b.numbers[0].value < p.numbers[0].value;
         });
}

// The first function whose result the notes leave open.
const Function* open_function(const Expression& e) {
  if (e.function != nullptr && !e.function->ambiguity.empty() && e.base == e.function->base) {
    return e.function;
  }
  for (const Expression& part : e.parts) {
    if (const Function* function = open_function(part)) return function;
  }
  return nullptr;
}

Expression with_base(Expression e, double base) {
  if (e.name == "log" && e.kind == Kind::call) e.base = base;
  for (Expression& part : e.parts) part = with_base(std::move(part), base);
  return e;
}

// Whether logarithms of base 2 or 10 come to what is printed; so they may where names are used.
bool another_base_fits(const Misfit& m) {
  const Environment plain{.name = [](const std::string&) { return Computed{}; },
                          .number = [](const Printed& p, bool) { return exactly(p); }};
  return std::ranges::any_of(std::array{2.0, 10.0}, [&](double base) {
    const Computed x = evaluate(with_base(*m.equality.formula, base), plain);
    if (!x || !x->is_scalar() || m.equality.result->kind != Kind::number) return true;
    return agrees(x->cells[0], m.equality.result->numbers[0], Digits::round);
  });
}

std::string_view ambiguity_of_functions(const Misfit& m) {
  const Function* function = open_function(*m.equality.formula);
  if (function == nullptr) return "";
  if (function->spellings[0] == "log" && !another_base_fits(m)) return "";
  return function->ambiguity;
}

// "x + y + z = 1" and "11x = 23" may be equations to solve.
bool may_be_to_solve(const Misfit& m) {
  const Expression& a = *m.equality.formula;
  const bool linear = a.kind == Kind::sum || a.kind == Kind::term;
  const auto plain = [](const Expression& e) {
    return e.kind == Kind::name || e.kind == Kind::number || e.kind == Kind::term;
  };
  if (!linear || !m.comparison.computed || !m.comparison.computed->is_scalar()) return false;
  if (!std::ranges::all_of(a.parts, plain)) return false;
  const auto name = [](const Expression& e) { return e.kind == Kind::name; };
  if (a.kind == Kind::sum) return anywhere(a, name);
  const bool names_alone = std::ranges::all_of(a.parts, name) &&
                           a.operators.find('@') == std::string::npos;  // of vectors
  const bool coefficient = a.parts.size() == 2 && a.parts[0].kind == Kind::number &&
                           name(a.parts[1]) && a.operators[0] == kJuxtaposed;
  return names_alone || coefficient;
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

// "4 + 1 + 1 = 3 coins" counts the terms.
bool may_count_terms(const Misfit& m) {
  const Expression &a = *m.equality.formula, &b = *m.equality.result;
  return a.kind == Kind::sum && b.kind == Kind::number &&
         b.numbers[0].value == static_cast<double>(a.parts.size()) &&
         a.operators.find('-') == std::string::npos;
}

// "4 = 5 - 2" behind a word: of the number it is not known what it belongs to.
bool may_end_a_phrase(const Misfit& m) {
  return m.statement.after_word && m.equality.result->begin == m.statement.begin;
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

// "255 + 1 = 0" and "127 + 1 = -128", in numbers of 8, 16 or 32 bits.
bool may_overflow(const Misfit& m) {
  const Expression& b = *m.equality.result;
  if (b.kind != Kind::number || !whole(b) || !m.comparison.computed) return false;
  if (!m.comparison.computed->is_scalar()) return false;
  const double off = std::abs(m.comparison.computed->cells[0].low - b.numbers[0].value);
  constexpr std::array kSizes{16.0, 256.0, 65536.0, 4294967296.0};
  return std::ranges::any_of(kSizes, [off](double size) { return std::abs(off - size) < 0.5; });
}

double printed_value(const Expression& e) { return e.numbers.empty() ? 0.0 : e.numbers[0].value; }

// "3.2 ≈ 4 GPUs"
bool may_be_rounded_up(const Misfit& m) {
  const Expression& b = *m.equality.result;
  if (b.kind != Kind::number || !m.comparison.computed || b.unit.is_size()) return false;
  if (b.numbers[0].decimals != 0 || !m.comparison.computed->is_scalar()) return false;
  if (m.equality.sign == '=' && m.statement.follows.empty()) return false;
  const double x = m.comparison.computed->cells[0].low;
  return std::ceil(x) == printed_value(b) && x != printed_value(b);
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

// Nearly equal to a fraction or a power, which is the rounder of the two: 0.332 ≈ 1/3.
bool may_be_likened(const Misfit& m) {
  if (m.equality.sign == '=' || !m.comparison.computed || !m.comparison.computed->is_scalar()) {
    return false;
  }
  const bool literal_first = m.equality.result->begin < m.equality.formula->begin;
  if (!literal_first || m.equality.result->kind != Kind::number) return false;
  const double x = m.comparison.computed->cells[0].low, y = printed_value(*m.equality.result);
  return std::abs(x - y) <= 0.05 * std::abs(x);
}

bool is_infinite(const Misfit& m) {
  return std::ranges::any_of(m.equality.result->numbers,
                             [](const Printed& p) { return std::isinf(p.value); });
}

// "3x3 conv" is a size of two.
bool may_be_pair(const Misfit& m) {
  const Expression& a = *m.equality.formula;
  const std::string_view written = m.text.substr(a.begin, a.end - a.begin);
  return may_be_shape(a) &&
         written.substr(0, written.find(' ')).find('x') != std::string_view::npos;
}

bool has_tuple(const Misfit& m) {
  if (may_be_pair(m)) return true;
  return anywhere(*m.equality.formula, [](const Expression& e) { return e.tuple && whole(e); }) ||
         may_be_shape(*m.equality.result);
}

bool has_range(const Misfit& m) {
  return m.equality.sign == '`' || anywhere(*m.equality.formula, [&m](const Expression& e) {
           return may_be_range(e, m.text);
         });
}

bool divides_whole(const Misfit& m) {
  return anywhere(*m.equality.formula, may_divide_whole) && whole(*m.equality.result);
}

struct Doubt {
  bool (*holds)(const Misfit&);
  std::string_view why;
};

constexpr std::array kDoubts{
    Doubt{[](const Misfit& m) { return m.statement.quotes_an_error; },
          "the line speaks of an error, or of arithmetic that is not exact"},
    Doubt{has_tuple, "it may speak of shapes"},
    Doubt{has_range, "it may speak of a range"},
    Doubt{divides_whole, "it may divide whole numbers"},
    Doubt{may_be_share, "it may speak of a share"},
    Doubt{may_be_to_solve, "it may be an equation to solve"},
    Doubt{may_be_binary, "its digits may be binary"},
    Doubt{[](const Misfit& m) { return m.equality.sign == '&'; }, "a program may ask it"},
    Doubt{may_be_exclusive_or, "^ may be the exclusive or"},
    Doubt{may_count_terms, "it may count the terms"},
    Doubt{may_end_a_phrase, "what the first number belongs to is not said"},
    Doubt{may_be_inexact, "it may be arithmetic that is not exact"},
    Doubt{may_overflow, "its numbers may have so many bits"},
    Doubt{may_be_rounded_up, "it may be rounded up"},
    Doubt{may_name_e, "e may be a name"},
    Doubt{may_be_likened, "it may liken one number to another"},
    Doubt{is_infinite, "it speaks of infinity"}};

}  // namespace

std::string_view ambiguity_of(const Misfit& misfit) {
  for (const Doubt& doubt : kDoubts) {
    if (doubt.holds(misfit)) return doubt.why;
  }
  const std::string_view why = ambiguity_of_functions(misfit);
  return why.empty() ? ambiguity_of_size(misfit) : why;
}

}  // namespace attn
