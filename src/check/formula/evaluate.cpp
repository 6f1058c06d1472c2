#include "check/formula/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "check/formula/functions.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

constexpr std::size_t kBudget = 1 << 20;  // multiplications of one product

class Evaluator {
 public:
  explicit Evaluator(const Environment& environment) : environment_(environment) {}

  Computed of(const Expression& e) const {
    Computed result = computed(e);
    if (result && !spend(result->cells.size())) return std::nullopt;
    return result;
  }

 private:
  bool spend(std::size_t numbers) const {
    return environment_.budget == nullptr || environment_.budget->spend(numbers);
  }

  Computed computed(const Expression& e) const {
    switch (e.kind) {
      case Kind::number:
        return number(e);
      case Kind::array:
        return array(e);
      case Kind::list:
        return list(e);
      case Kind::name:
        return environment_.name(e.name);
      case Kind::sum:
      case Kind::term:
        return folded(e);
      case Kind::negative:
        return then(of(e.parts[0]), negated);
      case Kind::transpose:
        return then(of(e.parts[0]), [](const Value& a) { return transposed(a); });
      case Kind::power:
        return then(of(e.parts[0]), of(e.parts[1]), raised);
      case Kind::call:
        return call(e);
    }
    return std::nullopt;
  }

  template <typename Function>
  static Computed then(Computed a, Function f) {
    if (!a) return a;
    return f(std::move(*a));
  }

  template <typename Function>
  static Computed then(const Computed& a, const Computed& b, Function f) {
    if (!a || !b) return std::nullopt;
    return f(*a, *b);
  }

  Value number(const Expression& e) const {
    const double factor = factor_of(e.unit, environment_.counting);
    const Interval x = environment_.number(e.numbers[0], e.unit.power > 0);
    return Value::scalar(factor == 1.0 ? x : x * Interval{factor, factor});
  }

  Computed array(const Expression& e) const {
    if (e.numbers.empty()) return std::nullopt;  // nothing comes of nothing
    Value result{e.rows > 0 ? Value::Shape::matrix : Value::Shape::vector,
                 std::max<std::size_t>(e.rows, 1),
                 e.columns,
                 {}};
    result.cells.reserve(e.numbers.size());
    for (const Printed& p : e.numbers) result.cells.push_back(environment_.number(p, false));
    return result;
  }

  Computed list(const Expression& e) const {
    Value result{Value::Shape::vector, 1, e.parts.size(), {}};
    if (e.rows > 0) result = {Value::Shape::matrix, e.rows, e.columns, {}};
    for (const Expression& part : e.parts) {
      const Computed x = of(part);
      if (!x || !x->is_scalar()) return std::nullopt;
      result.cells.push_back(x->cells[0]);
    }
    return result;
  }

  Computed folded(const Expression& e) const {
    Computed result = of(e.parts[0]);
    for (std::size_t i = 1; i < e.parts.size() && result; ++i) {
      Computed next = of(e.parts[i]);
      if (!next) return std::nullopt;
      const bool names = e.parts[i].kind == Kind::name && e.parts[i - 1].kind != Kind::number;
      if (e.operators[i - 1] == kJuxtaposed && names && result->is_scalar() && next->is_scalar()) {
        return std::nullopt;  // words of a sentence
      }
      result = joined(e.operators[i - 1], *result, std::move(*next));
    }
    return result;
  }

  Computed joined(char sign, const Value& a, Value b) const {
    switch (sign) {
      case '+':
        return added(a, b);
      case '-':
        return added(a, negated(std::move(b)));
      case '/':
        return divided(a, b);
      case '$':
        return times_by_element(a, b);
      case kRest:
        return rest(a, b);
      default:
        return sign == '*' && environment_.by_element ? times_by_element(a, b) : product(a, b);
    }
  }

  // Of whole numbers, not below 0.
  static Computed rest(const Value& a, const Value& b) {
    if (!a.is_scalar() || !b.is_scalar()) return std::nullopt;
    const double x = std::round(a.cells[0].low), n = std::round(b.cells[0].low);
    const bool whole = std::abs(a.cells[0].high - x) < 1e-6 && std::abs(b.cells[0].high - n) < 1e-6;
    if (!whole || n < 1.0 || std::abs(x) > 9e15) return std::nullopt;
    const double left = x - n * std::floor(x / n);
    return Value::scalar({left, left});
  }

  Computed product(const Value& a, const Value& b) const {
    const bool matrix = b.shape == Value::Shape::matrix;
    const std::size_t work = std::min(a.cells.size(), kBudget) * (matrix ? b.columns : 1);
    return spend(work) ? multiplied(a, b, kBudget) : std::nullopt;
  }

  Computed call(const Expression& e) const {
    std::vector<Value> arguments;
    std::size_t work = 0;
    for (const Expression& part : e.parts) {
      Computed argument = of(part);
      if (!argument) return std::nullopt;
      work += argument->cells.size() * (e.parts.size() > 1 ? argument->columns : 1);
      arguments.push_back(std::move(*argument));
    }
    return spend(work) ? applied(*e.function, std::move(arguments), e.base, kBudget) : std::nullopt;
  }

  const Environment& environment_;
};

}  // namespace

double factor_of(const Unit& unit, const Counting& counting) {
  if (unit.percent) return counting.ignored ? 1.0 : 0.01;
  if (counting.ignored) return 1.0;
  if (unit.degrees) return counting.degree;
  if (unit.bits) return counting.bit;
  if (unit.billions && counting.billions && !unit.rate) return 1e9;  // "13B × 2B/param"
  return std::pow(static_cast<double>(unit.base == 0 ? counting.thousand : unit.base), unit.power);
}

Computed evaluate(const Expression& formula, const Environment& environment) {
  Computed result = Evaluator(environment).of(formula);
  if (!result || !std::ranges::all_of(result->cells, &Interval::is_sound)) return std::nullopt;
  return result;
}

}  // namespace attn
