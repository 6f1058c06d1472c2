#include "check/claims/equality_judgement.hpp"

#include <algorithm>
#include <cmath>

#include "check/claims/doubts/doubts.hpp"
#include "check/claims/explanation.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;
using Verdict = Judgement::Verdict;

constexpr std::string_view kAnotherValue = "a name in it may have another value here";

bool is_power_of_ten(const Expression& e) {
  return e.kind == Kind::power && e.parts[0].kind == Kind::number &&
         e.parts[0].numbers[0].value == 10.0;
}

class EqualityJudge {
 public:
  explicit EqualityJudge(Judging& judging)
      : text_(judging.text),
        digits_(judging.digits),
        symbols_(judging.symbols),
        rests_(judging.rests) {}

  Judgement judged(const Equality& link, const Statement& s) {
    if (const std::optional<Judgement> magnitude = as_order_of_magnitude(link)) return *magnitude;
    const Comparison given = fit(link, symbols_, Trust::printed, digits_);
    const Comparison right = fit(link, symbols_, Trust::right, digits_);
    const SymbolTable::Wrong* source = symbols_.wrong_in(*link.formula);
    Judgement result{.verdict = Verdict::right,
                     .working = working(link, as_on_a_calculator(link, given), text_)};
    if (given.holds() && (source == nullptr || right.holds())) {
      result.remark = remark(link, given);
    } else if (right.holds()) {
      result.remark = remark(link, right);
    } else if (given.holds()) {
      const bool doubtful = symbols_.is_doubtful(*link.formula, s);
      result.verdict = doubtful ? Verdict::unsure : Verdict::inherits;
      if (doubtful) result.remark = kAnotherValue;
      result.source = source->place;
      compare(link, right, result);
    } else {
      fault(link, s, given, result);
    }
    learn(link, right.computed ? right : given, result, s);
    return result;
  }

 private:
  // "2^50 ≈ 10^15" and "1024² ≈ 10^6" speak of the order alone.
  std::optional<Judgement> as_order_of_magnitude(const Equality& link) const {
    const bool power = is_power_of_ten(*link.formula) || is_power_of_ten(*link.result);
    if (!power || is_power_of_ten(*link.formula) == is_power_of_ten(*link.result)) return {};
    const Environment environment = symbols_.environment(Trust::printed, Digits::round, true);
    const Computed a = evaluate(*link.formula, environment),
                   b = evaluate(*link.result, environment);
    if (!a || !b || !a->is_scalar() || !b->is_scalar()) return {};
    const double orders = std::abs(std::log10(a->cells[0].high / b->cells[0].high));
    const bool same = a->cells[0].low <= b->cells[0].high && b->cells[0].low <= a->cells[0].high;
    if (same || !(orders < 1.0)) return {};
    Judgement result{.verdict = Verdict::right};
    if (orders > 0.5 || link.sign == '=') {
      result.verdict = Verdict::unsure;
      result.remark = "it may speak of the order of magnitude alone";
    }
    return result;
  }

  // What does not fit is wrong, unless there is reason to doubt.
  void fault(const Equality& link, const Statement& s, const Comparison& given,
             Judgement& result) const {
    const std::string_view why = why_unsure(link, s, given);
    result.verdict = why.empty() ? Verdict::wrong : Verdict::unsure;
    result.remark = why;
    if (why.empty() && given.how == Comparison::How::truncated) {
      result.remark = "the last digit is cut off, not rounded";
    }
    compare(link, given, result);
  }

  std::string_view why_unsure(const Equality& link, const Statement& s,
                              const Comparison& given) const {
    if (given.how == Comparison::How::unknown) {
      return given.computed ? "the shapes differ" : "not all of it is known";
    }
    if (fit(link, symbols_, Trust::rounded, digits_).holds()) {
      return "right if its numbers are rounded themselves";
    }
    if (is_near(link, given) && fit(link, symbols_, Trust::roughly, digits_).holds()) {
      return "right if its numbers are rounded themselves";
    }
    const Misfit misfit{link, given, s, text_, refit(link), rests_};
    if (const std::string_view doubt = doubt_of(misfit); !doubt.empty()) return doubt;
    if (symbols_.is_doubtful(*link.formula, s) || symbols_.is_doubtful(*link.result, s)) {
      return kAnotherValue;
    }
    return doubt_of_distance(misfit);
  }

  // Whether it is off by no more than two in the last digit.
  static bool is_near(const Equality& link, const Comparison& given) {
    constexpr double kSteps = 2.0;
    if (link.result->kind != Kind::number || !given.computed->is_scalar()) return false;
    const Printed said = printed_cells(*link.result, given.counting, false)[0];
    return std::abs(given.computed->cells[0].low - said.value) <= kSteps * said.step;
  }

  std::function<bool(const Expression&, char)> refit(const Equality& link) const {
    return [this, &link](const Expression& other, char sign) {
      const Equality again{&other, link.result, sign, link.first};
      return fit(again, symbols_, Trust::printed, digits_).holds();
    };
  }

  void compare(const Equality& link, const Comparison& fit, Judgement& result) const {
    result.said = as_said(*link.result, text_);
    if (!fit.computed) return;
    const Comparison shown =
        result.verdict == Verdict::inherits ? fit : as_on_a_calculator(link, fit);
    result.is = corrected(result.said, *shown.computed, *link.result, fit.counting);
    result.numbers = wrong_numbers(link, fit, *shown.computed, text_);
  }

  // With the formula's numbers as they are printed, where they may be rounded: the middle of all
  // that tanh(1.0) may come to is not tanh(1.0).
  Comparison as_on_a_calculator(const Equality& link, const Comparison& fit) const {
    if (!fit.computed) return fit;
    Environment exact = symbols_.environment(Trust::printed, Digits::round, true);
    exact.number = [](const Printed& p, bool) { return exactly(p); };
    exact.counting = fit.counting;
    for (const bool by_element : {false, true}) {
      exact.by_element = by_element;
      const Computed value = evaluate(*link.formula, exact);
      if (!value || value->cells.size() != fit.computed->cells.size()) continue;
      if (!lies_within(*value, *fit.computed)) continue;
      Comparison shown = fit;
      shown.computed = value;
      return shown;
    }
    return fit;
  }

  static bool lies_within(const Value& value, const Value& bounds) {
    for (std::size_t i = 0; i < value.cells.size(); ++i) {
      const double slack = 1e-9 * std::abs(value.cells[i].high);
      if (value.cells[i].high < bounds.cells[i].low - slack ||
          value.cells[i].low > bounds.cells[i].high + slack) {
        return false;
      }
    }
    return true;
  }

  static std::string remark(const Equality& link, const Comparison& fit) {
    const auto unit = [](const Expression& e) { return e.unit.bytes && e.unit.base_is_unstated(); };
    const bool bytes = unit(*link.result) || std::ranges::any_of(link.formula->parts, unit);
    if (fit.counting.thousand == 1024 && bytes)
      return "right in units of 1024, as KiB, MiB and GiB are";
    if (fit.how == Comparison::How::truncated) return "the last digit is cut off, not rounded";
    return "";
  }

  void learn(const Equality& link, const Comparison& right, const Judgement& result,
             const Statement& s) {
    if (!link.result->is_literal()) return;
    const bool off = gravity(result.verdict) > gravity(Verdict::unsure);
    const std::size_t place = result.verdict == Verdict::inherits ? result.source : s.begin;
    symbols_.learn_result(*link.result, right.computed, off, place, right.counting);
  }

  std::string_view text_;
  PrintedDigits digits_;
  SymbolTable& symbols_;
  bool rests_;
};

}  // namespace

Judgement judge_equality(const Equality& equality, const Statement& statement, Judging& judging) {
  return EqualityJudge(judging).judged(equality, statement);
}

int gravity(Judgement::Verdict v) {
  return v == Judgement::Verdict::wrong      ? 3
         : v == Judgement::Verdict::inherits ? 2
         : v == Judgement::Verdict::unsure   ? 1
                                             : 0;
}

}  // namespace attn
