#include "check/claims/comparison.hpp"

#include <algorithm>
#include <functional>

namespace attn {

namespace {

using How = Comparison::How;

template <typename Predicate>
bool anywhere(const Expression& e, Predicate holds) {
  return holds(e) ||
         std::ranges::any_of(e.parts, [&holds](const Expression& p) { return anywhere(p, holds); });
}

bool has_open_unit(const Equation& link) {
  const auto open = [](const Expression& e) { return e.unit.base_is_unstated(); };
  return anywhere(*link.formula, open) || anywhere(*link.result, open);
}

bool has_times(const Expression& e) {
  return anywhere(e,
                  [](const Expression& x) { return x.operators.find('*') != std::string::npos; });
}

Computed computed(const Expression& e, Environment environment, int thousand, bool by_element) {
  environment.thousand = thousand;
  environment.by_element = by_element;
  return evaluate(e, environment);
}

// A matrix of one row or one column is a vector; "0.5, 0.2" after a scalar is 0.5.
bool same_shape(const Value& a, const Value& b) {
  if (a.is_scalar() || b.is_scalar()) return a.cells.size() == b.cells.size();
  const bool flat = (a.rows == 1 || a.columns == 1) && (b.rows == 1 || b.columns == 1);
  return flat ? a.cells.size() == b.cells.size() : a.rows == b.rows && a.columns == b.columns;
}

How compared(const Value& a, const Expression& literal, int thousand, bool roughly,
             PrintedDigits digits) {
  const std::vector<Printed> cells = printed_cells(literal, thousand, roughly);
  const bool first_only = literal.loose && a.is_scalar();
  if (!first_only && a.cells.size() != cells.size()) return How::unknown;
  const auto all = [&](Digits how) {
    for (std::size_t i = 0; i < a.cells.size(); ++i) {
      if (!agrees(a.cells[i], cells[i], how)) return false;
    }
    return true;
  };
  if (digits != PrintedDigits::truncate && all(Digits::round)) return How::rounded;
  return all(Digits::truncate) ? How::truncated : How::not_at_all;
}

How intersect(const Value& a, const Value& b) {
  if (!same_shape(a, b)) return How::unknown;
  for (std::size_t i = 0; i < a.cells.size(); ++i) {
    const Interval x = a.cells[i], y = b.cells[i];
    const double slack = 1e-12 * std::max(std::abs(x.high), std::abs(y.high));
    if (x.low > y.high + slack || y.low > x.high + slack) return How::not_at_all;
  }
  return How::rounded;
}

// The better of two attempts.
bool beats(How a, How b) {
  constexpr auto rank = [](How h) {
    return h == How::rounded ? 3 : h == How::truncated ? 2 : h == How::not_at_all ? 1 : 0;
  };
  return rank(a) > rank(b);
}

}  // namespace

std::vector<Printed> printed_cells(const Expression& literal, int thousand, bool roughly) {
  std::vector<Printed> cells = literal.numbers;
  const double factor = factor_of(literal.unit, thousand);
  for (Printed& cell : cells) {
    const std::size_t last = cell.text.find_last_not_of("0,");
    if (roughly && cell.decimals == 0 && last != std::string_view::npos) {
      cell.step =
          std::pow(10.0, static_cast<double>(std::ranges::count(cell.text.substr(last), '0')));
    }
    cell.value *= factor;
    cell.step *= factor;
  }
  return cells;
}

Comparison fit(const Equation& link, const SymbolTable& symbols, Trust trust,
               PrintedDigits digits) {
  Comparison best;
  const std::vector<int> thousands =
      has_open_unit(link) ? std::vector{1000, 1024} : std::vector{1000};
  const bool times = has_times(*link.formula) || has_times(*link.result);
  for (const Digits inputs : {Digits::round, Digits::truncate}) {
    if (inputs == Digits::truncate && digits == PrintedDigits::round) continue;
    const Environment environment = symbols.environment(trust, inputs, link.first);
    const Environment later = symbols.environment(trust, inputs, false);
    for (const int thousand : thousands) {
      for (const bool by_element : {false, true}) {
        if (by_element && !times) continue;
        const Computed left = computed(*link.formula, environment, thousand, by_element);
        if (!left) continue;
        How how = How::unknown;
        if (link.result->is_literal()) {
          how = compared(*left, *link.result, thousand, link.sign == '~', digits);
        } else if (const Computed right = computed(*link.result, later, thousand, by_element)) {
          how = intersect(*left, *right);
        }
        const bool cut_off = how == How::truncated && digits == PrintedDigits::round;
        if (cut_off) how = How::not_at_all;
        if (!best.computed || beats(how, best.how) || cut_off) {
          best = {how, left, thousand, cut_off};
        }
        if (how == How::rounded) return best;
      }
    }
  }
  return best;
}

}  // namespace attn
