#include "check/claims/doubts/doubts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "check/formula/functions.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

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

// "3 heads of 12 = 1/4".
bool may_be_share(const Misfit& m) {
  const Expression &a = *m.equality.formula, &b = *m.equality.result;
  const bool counts = a.kind == Kind::sum && std::ranges::all_of(a.parts, [](const Expression& p) {
                        return p.kind == Kind::number && whole(p) && !p.unit.percent;
                      });
  if (b.unit.percent && counts) return true;  // "answers 0 + 1 = 75 %"
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

// Whether logarithms of base 2 or 10 come to what is printed.
bool another_base_fits(const Misfit& m) {
  return std::ranges::any_of(std::array{2.0, 10.0}, [&](double base) {
    return m.fits(with_base(*m.equality.formula, base), m.equality.sign);
  });
}

std::string_view doubt_of_functions(const Misfit& m) {
  const Function* function = open_function(*m.equality.formula);
  if (function == nullptr) return "";
  if (function->spellings[0] == "log" && !another_base_fits(m)) return "";
  return function->ambiguity;
}

bool is_polynomial(const Expression& e) {
  const bool plain = e.kind == Kind::name || e.kind == Kind::number || e.kind == Kind::term ||
                     e.kind == Kind::sum || e.kind == Kind::power || e.kind == Kind::negative;
  return plain && std::ranges::all_of(e.parts, is_polynomial);
}

// "x + y + z = 1", "x² − 2x = 3" and "11x = 23" may be equations to solve.
bool may_be_to_solve(const Misfit& m) {
  const Expression& a = *m.equality.formula;
  if (!m.comparison.computed || !m.comparison.computed->is_scalar() || !is_polynomial(a)) {
    return false;
  }
  const auto name = [](const Expression& e) { return e.kind == Kind::name; };
  const auto sum = [&name](const Expression& e) {
    return e.kind == Kind::sum && anywhere(e, name);
  };
  if (anywhere(a, sum)) return true;
  if (a.kind == Kind::power) return anywhere(a.parts[0], name);  // "a² = 2"
  if (a.kind != Kind::term) return false;
  const bool names_alone = std::ranges::all_of(a.parts, name) &&
                           a.operators.find('@') == std::string::npos;  // of vectors
  const bool coefficient = a.parts.size() == 2 && a.parts[0].kind == Kind::number &&
                           name(a.parts[1]) && a.operators[0] == kJuxtaposed;
  return names_alone || coefficient;
}

// "(-√2^(2k)) = √2^(2k)" of whatever k.
bool may_be_identity(const Misfit& m) {
  const auto name = [](const Expression& e) { return e.kind == Kind::name; };
  const bool scalar = m.comparison.computed && m.comparison.computed->is_scalar();
  return scalar && anywhere(*m.equality.formula, name) && anywhere(*m.equality.result, name);
}

// "y^(2) = 10, so e^(2) = 2": the second e, as the second y.
bool may_be_index(const Misfit& m) {
  const Expression& a = *m.equality.formula;
  if (a.kind != Kind::call || a.name != "exp" || m.text[a.begin] != 'e') return false;
  const std::string_view index = m.text.substr(a.begin + 1, a.end - a.begin - 1);
  if (!index.starts_with("^(") || !index.ends_with(")")) return false;
  const std::size_t from = m.text.rfind('\n', a.begin) + 1;
  const std::string_view line = m.text.substr(from, m.text.find('\n', a.begin) - from);
  for (std::size_t at = 0; (at = line.find(index, at)) != std::string_view::npos; ++at) {
    const char base = at == 0 ? ' ' : line[at - 1];
    if (base != 'e' && (base == kForeignLetter || (base >= 'a' && base <= 'z'))) return true;
  }
  return false;
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
  const Computed& computed = m.comparison.computed;
  const auto infinite = [](Interval x) { return std::isinf(x.low) || std::isinf(x.high); };
  if (computed && std::ranges::any_of(computed->cells, infinite)) return true;
  return std::ranges::any_of(m.equality.result->numbers,
                             [](const Printed& p) { return std::isinf(p.value); });
}

// "3x3 conv", "a 224×224 image" and "(3 × 2) = 3 samples" are sizes of two.
bool may_be_pair(const Misfit& m) {
  const Expression& a = *m.equality.formula;
  const std::string_view written = m.text.substr(a.begin, a.end - a.begin);
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool image = written.find(' ') != std::string_view::npos && letter(written.back()) &&
                     written.substr(0, written.find(' ')).find('*') != std::string_view::npos;
  if (may_be_shape(a) && a.parts.size() == 2 && (image || written.starts_with('('))) return true;
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

constexpr std::array kDoubts{
    Doubt{[](const Misfit& m) { return m.statement.quotes_an_error; },
          "the line speaks of an error, or of arithmetic that is not exact"},
    Doubt{has_tuple, "it may speak of shapes"},
    Doubt{has_range, "it may speak of a range"},
    Doubt{may_be_share, "it may speak of a share"},
    Doubt{may_be_to_solve, "it may be an equation to solve"},
    Doubt{may_be_identity, "it may hold of its names alone"},
    Doubt{may_be_index, "e may be a name with an index"},
    Doubt{may_count_terms, "it may count the terms"},
    Doubt{may_end_a_phrase, "what the first number belongs to is not said"},
    Doubt{may_be_rounded_up, "it may be rounded up"},
    Doubt{may_be_likened, "it may liken one number to another"},
    Doubt{is_infinite, "it speaks of infinity"}};

}  // namespace

Expression joined(Kind kind, std::vector<Expression> parts, std::string operators) {
  if (parts.size() == 1) return std::move(parts[0]);
  return {.kind = kind,
          .begin = parts.front().begin,
          .end = parts.back().end,
          .operators = std::move(operators),
          .parts = std::move(parts)};
}

std::optional<double> ratio_of(const Misfit& m) {
  const Expression& result = *m.equality.result;
  const Computed& computed = m.comparison.computed;
  if (!computed || !computed->is_scalar()) return std::nullopt;
  double said = 0.0;
  if (result.kind == Kind::number) {
    said = printed_cells(result, m.comparison.counting, false)[0].value;
  } else if (m.comparison.stated && m.comparison.stated->is_scalar()) {
    said = (m.comparison.stated->cells[0].low + m.comparison.stated->cells[0].high) / 2;
  }
  const double ratio = (computed->cells[0].low + computed->cells[0].high) / 2 / said;
  if (ratio == 0.0 || !std::isfinite(ratio)) return std::nullopt;
  return ratio;
}

std::string_view doubt_of(const Misfit& misfit) {
  std::string_view why = first_of(kDoubts, misfit);
  for (const auto part :
       {doubt_of_place, doubt_of_notation, doubt_of_functions, doubt_of_size, doubt_of_reading}) {
    if (why.empty()) why = part(misfit);
  }
  return why;
}

}  // namespace attn
