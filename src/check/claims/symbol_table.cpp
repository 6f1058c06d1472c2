#include "check/claims/symbol_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace attn {

namespace {

constexpr int kTelling = 3;  // a number with as many decimals is likely to be a rounded result

bool nearly(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

template <typename Visit>
void for_each_name(const Expression& e, const Visit& visit) {
  if (e.kind == Expression::Kind::name) visit(e.name);
  for (const Expression& part : e.parts) for_each_name(part, visit);
}

double middle(Interval x) { return x.low + (x.high - x.low) / 2; }

}  // namespace

Environment SymbolTable::environment(Trust trust, Digits digits, bool first_member) const {
  return {.name = [=, this](const std::string& n) { return name(n, trust, digits); },
          .number = [=, this](const Printed& p,
                              bool unit) { return number(p, unit, trust, digits, first_member); },
          .budget = budget_};
}

// Whether an integer may have been rounded to it: one of many digits, of a magnitude, or a result.
bool may_be_rounded(const Printed& p, bool unit, bool first_member) {
  const double size = std::abs(p.value);
  const bool odd = std::fmod(size, 2.0) == 1.0 && std::fmod(size, 5.0) != 0.0;
  return p.decimals < 0 || unit || (size >= 1000 && odd) || (!first_member && size >= 10);
}

Interval SymbolTable::number(const Printed& p, bool unit, Trust trust, Digits digits,
                             bool first_member) const {
  if (std::isinf(p.value)) return exactly(p);
  if (p.decimals < 1) {
    const auto carried_on = rounded_.find(p.text);  // "= 268 MB", and then "268 MB × 80"
    const bool carried = unit && carried_on != rounded_.end() && carried_on->second;
    const bool open = carried || (trust == Trust::rounded && may_be_rounded(p, unit, first_member));
    return open ? around(p, digits) : exactly(p);
  }
  if (trust == Trust::rounded && p.decimals > 1) return around(p, digits);
  if (trust == Trust::roughly) return around(p, digits);
  if (trust == Trust::right) {
    const auto wrong = wrong_.find(p.text);
    if (wrong != wrong_.end()) {
      const double right = std::copysign(wrong->second.right, p.value);
      return {right, right};
    }
  }
  const auto result = rounded_.find(p.text);
  if (result != rounded_.end()) return result->second ? around(p, digits) : exactly(p);
  return !first_member || p.decimals >= kTelling ? around(p, digits) : exactly(p);
}

Computed SymbolTable::name(const std::string& name, Trust trust, Digits digits) const {
  const auto found = names_.find(name);
  if (found == names_.end()) {
    // The width of a key is known when the keys are.
    const auto keys = names_.find("K");
    if (name != "d_k" || keys == names_.end()) return std::nullopt;
    const Computed& matrix = keys->second.given;
    if (!matrix || matrix->is_scalar()) return std::nullopt;
    const auto width = static_cast<double>(matrix->columns);
    return Value::scalar({width, width});
  }
  const Name& known = found->second;
  if (trust == Trust::right) return known.right ? known.right : known.given;
  if (!known.formula.is_literal() || !known.given) return known.given;
  Value value = *known.given;
  for (std::size_t i = 0; i < value.cells.size(); ++i) {
    const Printed& p = known.formula.numbers[i];
    const bool open = (trust == Trust::rounded && p.decimals >= kTelling) ||
                      (trust == Trust::roughly && p.decimals > 0) || known.rounded[i];
    if (open && !std::isinf(p.value)) value.cells[i] = around(p, digits);
  }
  return value;
}

void SymbolTable::expect(const std::vector<Statement>& statements) {
  std::map<std::string_view, std::string> values;
  for (const Statement& s : statements) {
    if (s.members.empty() || s.members.back().kind != Expression::Kind::array) continue;
    std::string value;
    for (const Printed& p : s.members.back().numbers) value += fmt::format("{} ", p.value);
    for (const std::string& name : s.defines) {
      const auto [known, fresh] = values.try_emplace(name, value);
      if (!fresh && known->second != value) reused_.insert(name);
    }
  }
}

bool SymbolTable::Name::is_doubtful(const Statement& here, bool reused) const {
  constexpr std::size_t kNear = 600;  // characters
  const bool near = !given->is_scalar() || here.begin - begin <= kNear;
  const bool holds =
      here.paragraph == paragraph || (defined && !reused && here.place < section_end);
  return changed || !near || !holds;
}

bool SymbolTable::is_doubtful(const Expression& formula, const Statement& here) const {
  bool keys = false, width = false, doubtful = false;
  for_each_name(formula, [&](const std::string& name) {
    const auto found = names_.find(name);
    if (found != names_.end())
      doubtful = doubtful || found->second.is_doubtful(here, reused_.contains(name));
    keys = keys || name == "K";
    width = width || (name == "d_k" && found == names_.end());
  });
  return doubtful || (width && !keys);  // of other keys than K, the width may be another
}

const Expression* SymbolTable::formula_of(const std::string& name, std::size_t place) const {
  constexpr std::size_t kNear = 400;  // bytes
  const auto found = names_.find(name);
  if (found == names_.end() || found->second.formula.is_literal()) return nullptr;
  return place - found->second.begin < kNear ? &found->second.formula : nullptr;
}

Computed SymbolTable::array(const std::string& name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? std::nullopt : found->second.given;
}

void SymbolTable::learn_result(const Expression& printed, const Computed& computed, bool wrong,
                               std::size_t place, const Counting& counting) {
  if (!computed || computed->cells.size() != printed.numbers.size()) return;
  const double unit = factor_of(printed.unit, counting);
  for (std::size_t i = 0; i < printed.numbers.size(); ++i) {
    const Printed& p = printed.numbers[i];
    if (p.decimals < 1 && !printed.unit.is_size()) continue;
    if (p.decimals < 1 && std::abs(p.value) < 10) continue;
    const double right = middle(computed->cells[i]) / unit;
    const std::string key(p.text);
    const bool nothing = p.value == 0.0;  // what may be very little
    const bool rounded = nothing || !nearly(right, p.value);
    const auto [at, fresh] = rounded_.emplace(key, rounded);
    if (!fresh) at->second = at->second || rounded;
    if (!wrong || p.decimals < 2) continue;
    const auto [known, unknown] = wrong_.try_emplace(key, Wrong{std::abs(right), place});
    if (!unknown && !nearly(known->second.right, std::abs(right))) {
      known->second = {std::abs(right), place};
    }
  }
}

void SymbolTable::define(const std::string& name, const Expression& formula, const Computed& right,
                         bool result, const Wrong* wrong, const Statement& said) {
  Name known{.formula = formula, .rounded = {}, .given = {}, .right = right};
  const Environment plain = environment(Trust::printed, Digits::round, true);
  if (formula.is_literal()) {
    Environment exact = plain;
    exact.number = [](const Printed& p, bool) { return exactly(p); };
    known.given = evaluate(formula, exact);
    for (std::size_t i = 0; i < formula.numbers.size(); ++i) {
      const bool told = right && right->cells.size() == formula.numbers.size();
      known.rounded.push_back(result &&
                              !(told && nearly(middle(right->cells[i]), formula.numbers[i].value)));
    }
  } else {
    known.given = evaluate(formula, plain);
  }
  if (!known.given) return forget(name);
  const auto before = names_.find(name);
  const bool both_scalars =
      before != names_.end() && before->second.given->is_scalar() && known.given->is_scalar();
  known.changed =
      (both_scalars && (before->second.changed || !nearly(middle(before->second.given->cells[0]),
                                                          middle(known.given->cells[0])))) ||
      is_doubtful(formula, said);
  known.defined = said.alone;
  known.begin = said.begin;
  known.paragraph = said.paragraph;
  known.section_end = said.section_end;
  known.is_wrong = wrong != nullptr;
  if (wrong != nullptr) known.wrong = *wrong;
  names_.insert_or_assign(name, std::move(known));
}

// A name that is wrong tells; so do two numbers, or one of three decimals.
SymbolTable::Suspicion SymbolTable::suspicion_of(const Expression& formula) const {
  Suspicion result;
  const auto add = [&result](int weight, const Wrong* source) {
    result.weight += weight;
    if (source != nullptr) result.source = source;
  };
  if (formula.kind == Expression::Kind::name) {
    const auto name = names_.find(formula.name);
    if (name != names_.end() && name->second.is_wrong) add(2, &name->second.wrong);
  }
  for (const Printed& p : formula.numbers) {
    const auto number = wrong_.find(p.text);
    if (number != wrong_.end()) add(p.decimals >= kTelling ? 2 : 1, &number->second);
  }
  for (const Expression& part : formula.parts) {
    const Suspicion inner = suspicion_of(part);
    add(inner.weight, inner.source);
  }
  return result;
}

const SymbolTable::Wrong* SymbolTable::wrong_in(const Expression& formula) const {
  const Suspicion suspicion = suspicion_of(formula);
  return suspicion.weight >= 2 ? suspicion.source : nullptr;
}

}  // namespace attn
