#include "check/formula/value.hpp"

#include <algorithm>

namespace attn {

namespace {

using Shape = Value::Shape;

// `operation` gives an interval, or nothing.
template <typename Operation>
Computed by_element(const Value& a, const Value& b, Operation operation) {
  const bool scales = a.is_scalar() && !b.is_scalar();
  const bool rows_fit = b.rows == a.rows || b.shape == Shape::vector;
  if (!scales && !b.is_scalar() && (b.columns != a.columns || !rows_fit)) return std::nullopt;
  if (a.cells.empty() || b.cells.empty()) return std::nullopt;
  Value result = scales ? b : a;
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    const std::optional<Interval> cell =
        operation(a.cells[scales ? 0 : i], b.cells[i % b.cells.size()]);
    if (!cell) return std::nullopt;
    result.cells[i] = *cell;
  }
  return result;
}

Interval dot(const Value& a, std::size_t row, const Value& b, std::size_t column) {
  Interval sum;
  for (std::size_t i = 0; i < a.columns; ++i) sum = sum + a.at(row, i) * b.at(i, column);
  return sum;
}

Value as_column(Value vector) {
  vector.rows = vector.columns;
  vector.columns = 1;
  return vector;
}

// Raises with an exponent that never changes the order: x^y for x > 0, and whole y.
std::optional<Interval> power(Interval base, double exponent) {
  const auto f = [exponent](double x) { return std::pow(x, exponent); };
  const bool whole = exponent == std::floor(exponent);
  if (base.low < 0 && !whole) return std::nullopt;
  if (exponent < 0 && base.low <= 0 && base.high >= 0) return std::nullopt;
  const double low = f(base.low), high = f(base.high);
  if ((low == 0.0 && base.low > 0.0) || (std::isinf(high) && std::isfinite(base.high)))
    return std::nullopt;
  const bool turns = base.low < 0 && base.high > 0 && std::fmod(exponent, 2.0) == 0.0;
  const Interval once = widened(turns ? 0.0 : std::min(low, high), std::max(low, high));
  return widened(once.low, once.high);
}

}  // namespace

Computed added(const Value& a, const Value& b) {
  if (a.is_scalar() && !b.is_scalar()) return std::nullopt;  // notes do not mean that
  return by_element(a, b, [](Interval x, Interval y) { return x + y; });
}

Computed times_by_element(const Value& a, const Value& b) {
  return by_element(a, b, [](Interval x, Interval y) { return x * y; });
}

Computed divided(const Value& a, const Value& b) {
  if (a.is_scalar() && !b.is_scalar()) return std::nullopt;
  return by_element(a, b, [](Interval x, Interval y) { return divided(x, y); });
}

Computed multiplied(const Value& a, const Value& b, std::size_t budget) {
  if (a.is_scalar() || b.is_scalar()) return times_by_element(a, b);
  if (b.shape == Shape::vector) {
    if (a.columns != b.columns) return std::nullopt;
    const Value column = as_column(b);
    Value result{a.shape == Shape::vector ? Shape::scalar : Shape::vector, 1, a.rows, {}};
    for (std::size_t i = 0; i < a.rows; ++i) result.cells.push_back(dot(a, i, column, 0));
    return result;
  }
  if (a.columns != b.rows || a.cells.size() > budget / std::max<std::size_t>(b.columns, 1)) {
    return std::nullopt;
  }
  Value result{a.shape, a.rows, b.columns, {}};
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.columns; ++j) result.cells.push_back(dot(a, i, b, j));
  }
  return result;
}

Value negated(Value a) {
  for (Interval& x : a.cells) x = -x;
  return a;
}

Value transposed(const Value& a) {
  if (a.shape != Shape::matrix) return a;
  Value result{a.shape, a.columns, a.rows, {}};
  for (std::size_t j = 0; j < a.columns; ++j) {
    for (std::size_t i = 0; i < a.rows; ++i) result.cells.push_back(a.at(i, j));
  }
  return result;
}

Computed raised(const Value& base, const Value& exponent) {
  if (!base.is_scalar() || !exponent.is_scalar()) return std::nullopt;
  const Interval e = exponent.cells[0];
  const std::optional<Interval> x = power(base.cells[0], e.low), y = power(base.cells[0], e.high);
  if (!x || !y) return std::nullopt;
  return Value::scalar({std::min(x->low, y->low), std::max(x->high, y->high)});
}

}  // namespace attn
