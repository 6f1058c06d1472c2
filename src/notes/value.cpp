#include "notes/value.hpp"

#include <numeric>

namespace attn {

namespace {

using Shape = Value::Shape;

template <typename Operation>
Computed by_element(const Value& a, const Value& b, Operation operation) {
  if (a.is_scalar() && !b.is_scalar()) {
    Value result = b;
    for (Interval& x : result.cells) x = operation(a.cells[0], x);
    return result;
  }
  const bool rows_fit = b.rows == a.rows || b.shape == Shape::vector;
  if (!b.is_scalar() && (b.columns != a.columns || !rows_fit)) return std::nullopt;
  Value result = a;
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    result.cells[i] = operation(a.cells[i], b.cells[i % b.cells.size()]);
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
Interval power(Interval base, double exponent) {
  const auto f = [exponent](double x) { return std::pow(x, exponent); };
  const bool whole = exponent == std::floor(exponent);
  if (base.low < 0 && !whole) return kNothing;
  if (exponent < 0 && base.low <= 0 && base.high >= 0) return kNothing;
  const double low = f(base.low), high = f(base.high);
  const bool turns = base.low < 0 && base.high > 0 && std::fmod(exponent, 2.0) == 0.0;
  const Interval once = widened(turns ? 0.0 : std::min(low, high), std::max(low, high));
  return widened(once.low, once.high);
}

// The bounds of each weight: its own score at one end, all others at the other.
void soften(Interval* row, std::size_t count, double log_base) {
  double peak = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < count; ++j) peak = std::max(peak, row[j].high);
  if (std::isinf(peak)) {
    std::fill_n(row, count, kNothing);
    return;
  }
  const auto exponential = [&](double x) { return std::exp((x - peak) * log_base); };
  double least = 0.0, most = 0.0;
  for (std::size_t j = 0; j < count; ++j) {
    least += exponential(row[j].low);
    most += exponential(row[j].high);
  }
  constexpr double kSlack = 4 * std::numeric_limits<double>::epsilon();
  for (std::size_t j = 0; j < count; ++j) {
    const double low = exponential(row[j].low), high = exponential(row[j].high);
    const double others_least = std::max(least - low, 0.0),
                 others_most = std::max(most - high, 0.0);
    row[j] = {low / (low + others_most) * (1 - kSlack),
              high / (high + others_least) * (1 + kSlack)};
  }
}

Value softmax(Value scores, double base) {
  const double log_base = base > 0.0 ? std::log(base) : 1.0;
  for (std::size_t i = 0; i < scores.rows; ++i) {
    soften(scores.cells.data() + i * scores.columns, scores.columns, log_base);
  }
  return scores;
}

template <typename Function>
Value each(Value a, Function f) {
  for (Interval& x : a.cells) x = f(x);
  return a;
}

Interval logarithm(Interval x, double base) {
  if (x.low <= 0) return kNothing;
  const double unit = base > 0.0 ? std::log(base) : 1.0;
  return of([unit](double y) { return std::log(y) / unit; }, x);
}

}  // namespace

Computed added(const Value& a, const Value& b) {
  if (a.is_scalar() != b.is_scalar()) return std::nullopt;  // notes do not mean that
  return by_element(a, b, [](Interval x, Interval y) { return x + y; });
}

Computed times_by_element(const Value& a, const Value& b) {
  return by_element(a, b, [](Interval x, Interval y) { return x * y; });
}

Computed divided(const Value& a, const Value& b) {
  if (a.is_scalar() && !b.is_scalar()) return std::nullopt;
  return by_element(a, b, [](Interval x, Interval y) { return x / y; });
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
  return each(std::move(a), [](Interval x) { return -x; });
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
  const Interval x = power(base.cells[0], e.low), y = power(base.cells[0], e.high);
  return Value::scalar({std::min(x.low, y.low), std::max(x.high, y.high)});
}

Computed applied(std::string_view function, const Value& a, double base) {
  if (function == "softmax") {
    return a.is_scalar() || a.columns < 2 ? Computed{} : softmax(a, base);
  }
  if (function == "exp")
    return each(a, [](Interval x) { return of([](double y) { return std::exp(y); }, x); });
  if (function == "ln" || function == "log") {
    return each(a, [base](Interval x) { return logarithm(x, base); });
  }
  if (function == "sqrt") {
    return each(a, [](Interval x) {
      return x.low < 0 ? kNothing : of([](double y) { return std::sqrt(y); }, x);
    });
  }
  if (function == "transpose") return transposed(a);
  if (function == "identity") return a;
  const bool max = function == "max";
  if (!max && function != "min") return std::nullopt;
  const auto pick = [max](Interval x, Interval y) -> Interval {
    if (max) return {std::max(x.low, y.low), std::max(x.high, y.high)};
    return {std::min(x.low, y.low), std::min(x.high, y.high)};
  };
  return Value::scalar(std::accumulate(a.cells.begin() + 1, a.cells.end(), a.cells[0], pick));
}

}  // namespace attn
