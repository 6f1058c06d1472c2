#include "check/claims/comparison.hpp"

#include <algorithm>
#include <functional>
#include <numbers>

namespace attn {

namespace {

using How = Comparison::How;

bool has_unit(const Expression& e, bool (*holds)(const Unit&)) {
  return anywhere(e, [holds](const Expression& x) { return holds(x.unit); });
}

// Every way to count that the units of the two leave open.
std::vector<Counting> countings(const Equality& link) {
  const auto either = [&link](bool (*holds)(const Unit&)) {
    return has_unit(*link.formula, holds) || has_unit(*link.result, holds);
  };
  const auto sized = [](const Unit& u) { return u.is_size(); };
  const auto bytes = [](const Unit& u) { return u.bytes && !u.billions; };
  std::vector<Counting> all{{}};
  if (either([](const Unit& u) { return u.base_is_unstated(); })) all.push_back({.thousand = 1024});
  if (either([](const Unit& u) { return u.billions; })) {
    for (std::size_t i = 0, n = all.size(); i < n; ++i) {
      all.push_back(all[i]);
      all.back().billions = true;
    }
  }
  const auto wave = [](const Expression& e) { return e.name == "sin" || e.name == "cos"; };
  if (anywhere(*link.formula, wave) || anywhere(*link.result, wave)) {
    for (Counting& counting : all) counting.degree = std::numbers::pi / 180;
  }
  if (either(bytes)) {
    for (Counting& counting : all) counting.bit = 0.125;
  }
  const auto percent = [](const Unit& u) { return u.percent; };
  const auto hundred = [](const Expression& e) {  // "… × 100"
    const Expression* last = e.kind == Expression::Kind::term ? &e.parts.back() : nullptr;
    return last != nullptr && last->kind == Expression::Kind::number &&
           last->numbers[0].value == 100.0 &&
           (e.operators.back() == '*' || e.operators.back() == '@');
  };
  const bool of_result = !has_unit(*link.formula, sized) && has_unit(*link.result, bytes);
  const bool in_percent = !has_unit(*link.formula, percent) && has_unit(*link.result, percent) &&
                          anywhere(*link.formula, hundred);
  if (of_result || in_percent) {
    all.push_back({.ignored = true});  // "7 + 8 = 15 GB", "160/210 × 100 = 76.2 %"
  }
  return all;
}

bool has_times(const Expression& e) {
  return anywhere(e,
                  [](const Expression& x) { return x.operators.find('*') != std::string::npos; });
}

Computed computed(const Expression& e, Environment environment, const Counting& counting,
                  bool by_element) {
  environment.counting = counting;
  environment.by_element = by_element;
  return evaluate(e, environment);
}

// A matrix of one row or one column is a vector; "0.5, 0.2" after a scalar is 0.5.
bool same_shape(const Value& a, const Value& b) {
  if (a.is_scalar() || b.is_scalar()) return a.cells.size() == b.cells.size();
  const bool flat = (a.rows == 1 || a.columns == 1) && (b.rows == 1 || b.columns == 1);
  return flat ? a.cells.size() == b.cells.size() : a.rows == b.rows && a.columns == b.columns;
}

How compared(const Value& a, const Expression& literal, const Counting& counting, bool roughly,
             PrintedDigits digits) {
  const std::vector<Printed> cells = printed_cells(literal, counting, roughly);
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

std::vector<Printed> printed_cells(const Expression& literal, const Counting& counting,
                                   bool roughly) {
  std::vector<Printed> cells = literal.numbers;
  const double factor = factor_of(literal.unit, counting);
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

namespace {

// How far the computed number is from the printed one, in powers of e; far when it cannot be said.
double distance(const Equality& link, const Computed& computed, const Counting& counting) {
  constexpr double kFar = 1e9;
  if (!computed || !computed->is_scalar() || link.result->kind != Expression::Kind::number) {
    return kFar;
  }
  const double said = link.result->numbers[0].value * factor_of(link.result->unit, counting);
  const double ratio = computed->cells[0].low / said;
  return ratio > 0 && std::isfinite(ratio) ? std::abs(std::log(ratio)) : kFar;
}

}  // namespace

Comparison fit(const Equality& link, const SymbolTable& symbols, Trust trust,
               PrintedDigits digits) {
  Comparison best;
  double nearest = HUGE_VAL;
  const bool times = has_times(*link.formula) || has_times(*link.result);
  for (const Digits inputs : {Digits::round, Digits::truncate}) {
    if (inputs == Digits::truncate && digits == PrintedDigits::round) continue;
    const Environment environment = symbols.environment(trust, inputs, link.first);
    const Environment later = symbols.environment(trust, inputs, false);
    for (const Counting& counting : countings(link)) {
      for (const bool by_element : {false, true}) {
        if (by_element && !times) continue;
        const Computed left = computed(*link.formula, environment, counting, by_element);
        if (!left) continue;
        How how = How::unknown;
        Computed right;
        if (link.result->is_literal()) {
          how =
              compared(*left, *link.result, counting, link.sign != '=' && link.sign != '&', digits);
        } else if ((right = computed(*link.result, later, counting, by_element))) {
          how = intersect(*left, *right);
        }
        const bool cut_off = how == How::truncated && digits == PrintedDigits::round;
        if (cut_off) how = How::not_at_all;
        const double far = distance(link, left, counting);
        const bool nearer = how == best.how && far < nearest - std::log(2.0);
        if (!best.computed || beats(how, best.how) || cut_off || nearer) {
          best = {how, left, right, counting, cut_off};
          nearest = far;
        }
        if (how == How::rounded) return best;
      }
    }
  }
  return best;
}

}  // namespace attn
