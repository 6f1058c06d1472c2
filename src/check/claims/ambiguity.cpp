#include "check/claims/ambiguity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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
bool may_be_share(const Equation& link, std::string_view reading) {
  const Expression &a = *link.formula, &b = *link.result;
  const bool of = reading.substr(a.begin, a.end - a.begin).find(" of ") != std::string_view::npos;
  if (!of || b.kind != Kind::number || a.parts.empty()) return false;
  const auto percent = [](const Expression& p) { return p.unit.percent; };
  if (std::ranges::any_of(a.parts, percent)) return false;
  return b.unit.percent || std::ranges::any_of(a.parts, [&b](const Expression& p) {
           return p.kind == Kind::number && b.numbers[0].value < p.numbers[0].value;
         });
}

// How many units a formula leaves: 1 of "2 × 3 MB", 0 of "64 MB / 4 MB".
int sizes_in(const Expression& e) {
  if (e.kind == Kind::number) return e.unit.bytes || e.unit.power > 0 ? 1 : 0;
  if (e.parts.empty()) return 0;
  int units = sizes_in(e.parts[0]);
  for (std::size_t i = 1; e.kind == Kind::term && i < e.parts.size(); ++i) {
    units += (e.operators[i - 1] == '/' ? -1 : 1) * sizes_in(e.parts[i]);
  }
  return units;
}

template <std::size_t n>
bool among(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string_view ambiguity_of_functions(const Expression& e) {
  if (e.function != nullptr && !e.function->ambiguity.empty() && e.base == e.function->base) {
    return e.function->ambiguity;
  }
  for (const Expression& part : e.parts) {
    const std::string_view why = ambiguity_of_functions(part);
    if (!why.empty()) return why;
  }
  return "";
}

std::size_t rows_of(const Expression& array) { return std::max<std::size_t>(array.rows, 1); }

}  // namespace

std::string ambiguity_of(const Equation& link, const Statement& statement,
                         std::string_view reading) {
  const Expression &a = *link.formula, &b = *link.result;
  if (statement.quotes_an_error)
    return "the line speaks of an error, or of arithmetic that is not exact";
  const auto array = [](const Expression& e) {
    return e.kind == Kind::array || e.kind == Kind::call;
  };
  if (link.sign == '>' && !anywhere(a, array)) return "the arrow may mean something else";
  if (anywhere(a, [](const Expression& e) { return e.tuple && whole(e); }) || may_be_shape(b)) {
    return "it may speak of shapes";
  }
  if (anywhere(a, [&](const Expression& e) { return may_be_range(e, reading); })) {
    return "it may speak of a range";
  }
  if (anywhere(a, may_divide_whole) && whole(b)) return "it may divide whole numbers";
  if (const std::string_view why = ambiguity_of_functions(a); !why.empty()) return std::string(why);
  if (may_be_share(link, reading)) return "it may speak of a share";
  const auto sized = [](const Expression& e) { return e.unit.bytes || e.unit.power > 0; };
  if (sizes_in(a) != 0 && !anywhere(b, sized)) return "the unit of the result is not said";
  const auto infinite = [](const Printed& p) { return std::isinf(p.value); };
  if (std::ranges::any_of(b.numbers, infinite)) return "it speaks of infinity";
  return "";
}

bool calls_weights(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames{"weights", "attention_weights", "attn_weights",
                                                   "attn", "A"};
  return among(kNames, name);
}

bool calls_output(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames{"Output", "Context", "Out", "O"};
  std::string capitalised(name);
  if (capitalised[0] >= 'a' && capitalised[0] <= 'z' && capitalised.size() > 1) {
    capitalised[0] = static_cast<char>(capitalised[0] - 'a' + 'A');
  }
  return among(kNames, capitalised);
}

std::string why_no_sum_of_one(const Expression& array) {
  const std::size_t rows = rows_of(array);
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0.0, slack = 1e-12;
    for (std::size_t j = 0; j < array.columns; ++j) {
      const Printed& p = array.numbers[i * array.columns + j];
      sum += p.value;
      slack += p.decimals > 0 ? p.step / 2 : 0.0;
    }
    // Cut off digits make a sum too small by up to twice as much.
    if (sum > 1 + slack || sum < 1 - 2 * slack) {
      return fmt::format("{} to {:.6g}, beyond what rounding explains",
                         rows > 1 ? fmt::format("row {} adds up", i) : "it adds up", sum);
    }
  }
  return "";
}

std::string why_no_weights(const Expression& array) {
  const auto decimal = [](const Printed& p) { return p.decimals > 0; };
  if (array.columns < 2 || !std::ranges::any_of(array.numbers, decimal)) return "";
  for (const Printed& p : array.numbers) {
    if (p.value < 0) return fmt::format("{:g} is below 0, and no weight is", p.value);
  }
  return why_no_sum_of_one(array);
}

std::string why_no_output(const Expression& array, const Computed& values) {
  if (!values || values->columns != array.columns || values->is_scalar()) return "";
  for (std::size_t i = 0; i < array.numbers.size(); ++i) {
    const Printed& p = array.numbers[i];
    const std::size_t column = i % array.columns;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t r = 0; r < values->rows; ++r) {
      low = std::min(low, values->at(r, column).low);
      high = std::max(high, values->at(r, column).high);
    }
    const bool outside = p.value + p.step < low || p.value - p.step > high;
    if (outside) {
      return fmt::format("{:g} lies outside the values it mixes, {:g} to {:g}", p.value, low, high);
    }
  }
  return "";
}

}  // namespace attn
