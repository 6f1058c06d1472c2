#include "check/formula/value.hpp"

#include <algorithm>
#include <array>
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

// Of a function that is nowhere steeper than 1.
template <typename Wave>
Interval near_middle(Wave f, Interval x) {
  const double middle = x.low + (x.high - x.low) / 2, reach = (x.high - x.low) / 2;
  return widened(f(middle) - reach - 1e-15, f(middle) + reach + 1e-15);
}

struct Elementwise {
  std::string_view name;
  Interval (*of)(Interval);
};

constexpr std::array kElementwise{
    Elementwise{"exp", [](Interval x) { return of([](double y) { return std::exp(y); }, x); }},
    Elementwise{"tanh", [](Interval x) { return of([](double y) { return std::tanh(y); }, x); }},
    Elementwise{"sigmoid",
                [](Interval x) { return of([](double y) { return 1 / (1 + std::exp(-y)); }, x); }},
    Elementwise{"sin",
                [](Interval x) { return near_middle([](double y) { return std::sin(y); }, x); }},
    Elementwise{"cos",
                [](Interval x) { return near_middle([](double y) { return std::cos(y); }, x); }},
    Elementwise{"sqrt", [](Interval x) {
                  return x.low < 0 ? kNothing : of([](double y) { return std::sqrt(y); }, x);
                }}};

Interval total(const std::vector<Interval>& cells) {
  return std::accumulate(cells.begin(), cells.end(), Interval{});
}

// Of a vector, what statistics are of; of the variance, with the mean of all as divisor.
Computed statistic(std::string_view function, const Value& a) {
  if (a.shape != Shape::vector || a.cells.empty()) return std::nullopt;
  const auto n = static_cast<double>(a.cells.size());
  const Interval sum = total(a.cells);
  if (function == "sum") return Value::scalar(sum);
  const Interval mean = sum / Interval{n, n};
  if (function == "mean") return Value::scalar(mean);
  std::vector<Interval> squares;
  for (const Interval x : a.cells) squares.push_back(power(function == "var" ? x - mean : x, 2.0));
  const Interval square = total(squares);
  if (function == "var") return Value::scalar(square / Interval{n, n});
  if (function != "norm") return std::nullopt;
  return Value::scalar(of([](double y) { return std::sqrt(std::max(y, 0.0)); }, square));
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
  if (a.cells.empty()) return std::nullopt;  // no function is of nothing
  if (function == "softmax") {
    return a.is_scalar() || a.columns < 2 ? Computed{} : softmax(a, base);
  }
  if (function == "ln" || function == "log") {
    return each(a, [base](Interval x) { return logarithm(x, base); });
  }
  const auto wise = std::ranges::find(kElementwise, function, &Elementwise::name);
  if (wise != kElementwise.end()) return each(a, wise->of);
  if (function == "transpose") return transposed(a);
  if (function == "identity") return a;
  const bool max = function == "max";
  if (!max && function != "min") return statistic(function, a);
  const auto pick = [max](Interval x, Interval y) -> Interval {
    if (max) return {std::max(x.low, y.low), std::max(x.high, y.high)};
    return {std::min(x.low, y.low), std::min(x.high, y.high)};
  };
  return Value::scalar(std::accumulate(a.cells.begin() + 1, a.cells.end(), a.cells[0], pick));
}

}  // namespace attn
