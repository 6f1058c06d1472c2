// A new function is one row of the table below, and a line in GRAMMAR.md.
#include "check/formula/functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace attn {

namespace {

using Cell = std::optional<Interval>;
using Shape = Value::Shape;
using Takes = Function::Takes;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// A function of one number, on each cell of an array.
template <Cell (*f)(Interval)>
Computed each(const Operands& a) {
  Value result = a.only();
  for (Interval& x : result.cells) {
    const Cell y = f(x);
    if (!y) return std::nullopt;
    x = *y;
  }
  return result;
}

template <double (*f)(double)>
Cell rising(Interval x) {
  return of(f, x);
}

// Nothing where a number cannot hold it; very little is more than 0.
Cell exponential(Interval x) {
  const Interval result = of([](double y) { return std::exp(y); }, x);
  if (std::isinf(result.low) && std::isfinite(x.low)) return std::nullopt;
  return Interval{result.low, std::max(result.high, std::numeric_limits<double>::denorm_min())};
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }
double rectified(double x) { return std::max(x, 0.0); }

Cell root(Interval x) {
  if (x.low < 0) return std::nullopt;
  return of([](double y) { return std::sqrt(y); }, x);
}

// To a whole number; what is within rounding of one is it.
template <double (*whole)(double)>
Cell made_whole(Interval x) {
  const auto near = [](double y) {
    const double nearest = std::round(y);
    return std::abs(y - nearest) <= 1e-9 * std::max(1.0, std::abs(y)) ? nearest : whole(y);
  };
  return Interval{near(x.low), near(x.high)};
}

Cell magnitude(Interval x) {
  if (x.low >= 0) return x;
  if (x.high <= 0) return -x;
  return Interval{0.0, std::max(-x.low, x.high)};
}

// Of a wave, its ends, and a peak of 1 or −1 where one lies between them; cos is highest at 0, sin
// at π/2.
template <typename Wave>
Interval wave(Wave f, Interval x, double highest) {
  constexpr double kSlack = 4 * kEpsilon;
  const auto passes = [x](double at) {
    const double period = 2 * std::numbers::pi;
    return at + std::ceil((x.low - at) / period) * period <= x.high;
  };
  const double a = f(x.low), b = f(x.high);
  const double most = passes(highest) ? 1.0 : std::max(a, b);
  const double least = passes(highest + std::numbers::pi) ? -1.0 : std::min(a, b);
  return {least - kSlack, most + kSlack};
}

Cell cosine(Interval x) {
  return wave([](double y) { return std::cos(y); }, x, 0.0);
}

Cell sine(Interval x) {
  return wave([](double y) { return std::sin(y); }, x, std::numbers::pi / 2);
}

Computed logarithm(const Operands& a) {
  Value result = a.only();
  const double unit = a.base > 0.0 ? std::log(a.base) : 1.0;
  for (Interval& x : result.cells) {
    if (x.low <= 0) return std::nullopt;
    x = of([unit](double y) { return std::log(y) / unit; }, x);
  }
  return result;
}

// The bounds of each weight: its own score at one end, all others at the other.
bool soften(std::span<Interval> row, double log_base) {
  double peak = -std::numeric_limits<double>::infinity();
  for (const Interval x : row) peak = std::max(peak, x.high);
  if (std::isinf(peak)) return false;
  const auto exponential = [&](double x) { return std::exp((x - peak) * log_base); };
  double least = 0.0, most = 0.0;
  for (const Interval x : row) {
    least += exponential(x.low);
    most += exponential(x.high);
  }
  constexpr double kSlack = 4 * kEpsilon;
  for (Interval& x : row) {
    const double low = exponential(x.low), high = exponential(x.high);
    const double others_least = std::max(least - low, 0.0),
                 others_most = std::max(most - high, 0.0);
    x = {low / (low + others_most) * (1 - kSlack), high / (high + others_least) * (1 + kSlack)};
  }
  return true;
}

// Along rows.
Computed softmax(const Operands& a) {
  Value result = a.only();
  if (result.is_scalar() || result.columns < 2) return std::nullopt;
  const double log_base = a.base > 0.0 ? std::log(a.base) : 1.0;
  for (std::size_t i = 0; i < result.rows; ++i) {
    const std::span<Interval> row{result.cells.data() + i * result.columns, result.columns};
    if (!soften(row, log_base)) return std::nullopt;
  }
  return result;
}

Computed product(const Operands& a) { return multiplied(a.values[0], a.values[1], a.budget); }

Interval total(const std::vector<Interval>& cells) {
  return std::accumulate(cells.begin(), cells.end(), Interval{});
}

Interval mean_of(const Value& a) {
  return scaled(total(a.cells), 1.0 / static_cast<double>(a.cells.size()));
}

Interval squares(const Value& a, Interval less) {
  Interval sum;
  for (const Interval x : a.cells) {
    const Interval size = *magnitude(x - less);
    sum = sum + size * size;
  }
  return sum;
}

Interval variance_of(const Value& a) {  // with the mean of all as divisor
  return scaled(squares(a, mean_of(a)), 1.0 / static_cast<double>(a.cells.size()));
}

Computed of_vector(const Value& a, Interval (*statistic)(const Value&)) {
  if (a.shape != Shape::vector) return std::nullopt;
  return Value::scalar(statistic(a));
}

Computed sum(const Operands& a) {
  return of_vector(a.only(), [](const Value& v) { return total(v.cells); });
}
Computed mean(const Operands& a) { return of_vector(a.only(), mean_of); }
Computed variance(const Operands& a) { return of_vector(a.only(), variance_of); }
Computed deviation(const Operands& a) {
  return of_vector(a.only(), [](const Value& v) { return *root(variance_of(v)); });
}
Computed norm(const Operands& a) {
  if (a.only().is_scalar()) return each<magnitude>(a);
  return of_vector(a.only(), [](const Value& v) { return *root(squares(v, {})); });
}

// Without the small number that keeps the root from 0, gains and biases.
Computed normalised(const Operands& a) {
  const Value& v = a.only();
  if (v.shape != Shape::vector) return std::nullopt;
  const Interval deviation = *root(variance_of(v));
  return divided(*added(v, Value::scalar(-mean_of(v))), Value::scalar(deviation));
}

template <double (*pick)(double, double)>
Computed extreme(const Operands& a) {
  const auto picked = [](Interval x, Interval y) -> Interval {
    return {pick(x.low, y.low), pick(x.high, y.high)};
  };
  const std::vector<Interval>& cells = a.only().cells;
  return Value::scalar(std::accumulate(cells.begin() + 1, cells.end(), cells[0], picked));
}

double larger(double a, double b) { return std::max(a, b); }
double smaller(double a, double b) { return std::min(a, b); }

constexpr std::string_view kNoBase = "the base of the logarithm is not said";
constexpr std::string_view kDivisor = "whether it divides by n or by n − 1 is not said";
constexpr std::string_view kNorm = "gains and biases may be meant, and are not said";

const std::vector<Function>& table() {
  static const std::vector<Function> kTable{
      {{"softmax", "Softmax"}, Takes::components, softmax},
      {{"softmax_2"}, Takes::components, softmax, false, "", 2.0},
      {{"softmax_3"}, Takes::components, softmax, false, "", 3.0},
      {{"softmax_10"}, Takes::components, softmax, false, "", 10.0},
      {{"exp"}, Takes::one, each<exponential>, true},
      {{"sqrt"}, Takes::one, each<root>},
      {{"ln"}, Takes::one, logarithm, true},
      {{"log"}, Takes::one, logarithm, true, kNoBase},
      {{"log2", "log_2"}, Takes::one, logarithm, true, "", 2.0},
      {{"log10", "log_10"}, Takes::one, logarithm, true, "", 10.0},
      {{"tanh"}, Takes::one, each<rising<std::tanh>>, true},
      {{"sigmoid", "sigma"}, Takes::one, each<rising<logistic>>},
      {{"relu", "ReLU", "RELU"}, Takes::one, each<rising<rectified>>},
      {{"abs"}, Takes::one, each<magnitude>},
      {{"floor"}, Takes::one, each<made_whole<std::floor>>},
      {{"ceil", "ceiling"}, Takes::one, each<made_whole<std::ceil>>},
      {{"round"}, Takes::one, each<made_whole<std::round>>},
      {{"sin"}, Takes::one, each<sine>, true},
      {{"cos"}, Takes::one, each<cosine>, true},
      {{"max"}, Takes::components, extreme<larger>},
      {{"min"}, Takes::components, extreme<smaller>},
      {{"sum"}, Takes::components, sum},
      {{"mean"}, Takes::components, mean},
      {{"var"}, Takes::components, variance, false, kDivisor},
      {{"std"}, Takes::components, deviation, false, kDivisor},
      {{"norm"}, Takes::one, norm},
      {{"layernorm", "LayerNorm", "layer_norm"}, Takes::components, normalised, false, kNorm},
      {{"dot", "matmul"}, Takes::two, product},
      {{"transpose"},
       Takes::one,
       [](const Operands& a) -> Computed { return transposed(a.only()); }},
      {{"array", "tensor"}, Takes::one, [](const Operands& a) -> Computed { return a.only(); }}};
  return kTable;
}

// A vector of scalars.
Computed joined(const std::vector<Value>& components) {
  Value vector{Shape::vector, 1, components.size(), {}};
  for (const Value& x : components) {
    if (!x.is_scalar()) return std::nullopt;
    vector.cells.push_back(x.cells[0]);
  }
  return vector;
}

}  // namespace

std::span<const Function> functions() { return table(); }

const Function* function_spelled(std::string_view word) {
  for (const Function& row : table()) {
    if (std::ranges::find(row.spellings, word) != row.spellings.end()) return &row;
  }
  return nullptr;
}

Computed applied(const Function& function, std::vector<Value> arguments, double base,
                 std::size_t budget) {
  const auto empty = [](const Value& a) { return a.cells.empty(); };
  if (arguments.empty() || std::ranges::any_of(arguments, empty)) return std::nullopt;
  if (function.takes == Takes::components && arguments.size() > 1) {
    Computed vector = joined(arguments);
    if (!vector) return std::nullopt;
    arguments = {std::move(*vector)};
  }
  if (arguments.size() != (function.takes == Takes::two ? 2u : 1u)) return std::nullopt;
  return function.apply({std::move(arguments), base > 0.0 ? base : function.base, budget});
}

}  // namespace attn
