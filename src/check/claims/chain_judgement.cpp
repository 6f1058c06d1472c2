// Is each step of a chain right, and if not, why not?

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "check/claims/ambiguity.hpp"
#include "check/claims/attention_rows.hpp"
#include "check/claims/comparison.hpp"
#include "check/claims/explanation.hpp"
#include "check/claims/kinds.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;
using Verdict = Judgement::Verdict;

bool is_operation(const Expression& e) {
  const auto plain = [](const Expression& p) { return p.is_literal() || p.kind == Kind::name; };
  return !plain(e) && !(e.kind == Kind::list && std::ranges::all_of(e.parts, plain));
}

constexpr std::string_view kAnotherValue = "a name in it may have another value here";

// "64 MB = 67,108,864 bytes" and "2,359,296 ≈ 2.36M" compute something too.
bool converts(const Expression& a, const Expression& b) {
  return a.kind == Kind::number && b.kind == Kind::number && a.unit.bytes == b.unit.bytes &&
         !a.unit.percent && !b.unit.percent && !a.unit.billions && !b.unit.billions &&
         (a.unit.power != b.unit.power || a.unit.base != b.unit.base);
}

bool is_power_of_ten(const Expression& e) {
  return e.kind == Kind::power && e.parts[0].kind == Kind::number &&
         e.parts[0].numbers[0].value == 10.0;
}

bool is_array(const Expression& e) {
  if (e.kind == Kind::array || e.kind == Kind::list) return true;
  return std::ranges::any_of(e.parts, is_array);
}

// "= 6 = 7" and "= [0.7, 0.3] = [0.9, 0.1]"; "0.25 = 25 %" as well.
bool repeats_number(const Expression& a, const Expression& b) {
  const auto sized = [](const Expression& e) { return e.unit.is_size() || e.unit.bits; };
  return a.is_literal() && b.is_literal() && a.kind == b.kind && !sized(a) && !sized(b) &&
         !a.unit.percent;
}

class ChainJudge {
 public:
  explicit ChainJudge(Judging& judging)
      : text_(judging.text), digits_(judging.digits), symbols_(judging.symbols) {}

  std::optional<Judgement> chain(const Statement& s) {
    const std::vector<Equality> links = links_of(s);
    std::optional<Judgement> result;
    for (const Equality& link : links) {
      Judgement one = judged(link, s);
      one.begin = s.begin;
      one.end = s.end;
      if (!result) {
        result = std::move(one);
        continue;
      }
      std::ranges::copy(one.working, std::back_inserter(result->working));
      if (gravity(one.verdict) > gravity(result->verdict)) {
        one.working = std::move(result->working);
        result = std::move(one);
      } else if (result->remark.empty()) {
        result->remark = one.remark;
      }
    }
    if (!result && !s.defines.empty()) result = as_result_of_name(s);
    if (!result && !s.defines.empty()) result = as_attention(s);
    define(s, links, result);
    return result;
  }

 private:
  // The members that can be computed, but for bare names.
  std::vector<std::size_t> known_members(const Statement& s) const {
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < s.members.size(); ++i) {
      if (s.members[i].kind == Kind::name) continue;
      const Environment environment = symbols_.environment(Trust::printed, Digits::round, i == 0);
      Environment other = environment;
      other.by_element = true;
      if (evaluate(s.members[i], environment) || evaluate(s.members[i], other)) known.push_back(i);
    }
    return known;
  }

  // Two members side by side that can be computed, at least one of them by an operation; or two
  // numbers, when an operation before them says what they are: "2 × 3 = 6 = 7".
  std::vector<Equality> links_of(const Statement& s) const {
    std::vector<Equality> links;
    const std::vector<std::size_t> known = known_members(s);
    bool exact = true, computed = false;
    for (std::size_t k = 0; k + 1 < known.size(); ++k) {
      const Expression &a = s.members[known[k]], &b = s.members[known[k + 1]];
      const bool first = exact && known[k] == k;
      exact = exact && equal_exactly(a, b);
      if (known[k + 1] != known[k] + 1) continue;
      computed = computed || is_operation(a);
      const char sign = s.links[known[k]];
      if (sign == '>' && !is_array(a) && !is_array(b)) continue;  // the arrow may mean much else
      const bool operation = is_operation(a) || is_operation(b);
      const bool repeats = computed && repeats_number(a, b);
      if (!operation && !repeats && !(sign != '`' && converts(a, b))) continue;
      const bool swapped = a.is_literal() && !b.is_literal();
      links.push_back({swapped ? &b : &a, swapped ? &a : &b, sign, first && !swapped});
    }
    return links;
  }

  // Whether two members are the same number with nothing rounded: 2/10 and 0.2.
  bool equal_exactly(const Expression& a, const Expression& b) const {
    Environment exact = symbols_.environment(Trust::printed, Digits::round, true);
    exact.number = [](const Printed& p, bool) { return exactly(p); };
    const Computed x = evaluate(a, exact), y = evaluate(b, exact);
    if (!x || !y || x->cells.size() != y->cells.size()) return false;
    for (std::size_t i = 0; i < x->cells.size(); ++i) {
      const double size = std::max(std::abs(x->cells[i].high), std::abs(y->cells[i].high));
      if (std::abs(x->cells[i].low - y->cells[i].low) > 1e-11 * size) return false;
    }
    return true;
  }

  static int gravity(Verdict v) {
    return v == Verdict::wrong ? 3 : v == Verdict::inherits ? 2 : v == Verdict::unsure ? 1 : 0;
  }

  Judgement judged(const Equality& link, const Statement& s) {
    if (const std::optional<Judgement> magnitude = as_order_of_magnitude(link)) return *magnitude;
    const Comparison given = fit(link, symbols_, Trust::printed, digits_);
    const Comparison right = fit(link, symbols_, Trust::right, digits_);
    const SymbolTable::Wrong* source = symbols_.wrong_in(*link.formula);
    Judgement result{.verdict = Verdict::right, .working = working(link, given, text_)};
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
    result.verdict = Verdict::unsure;
    if (given.how == Comparison::How::unknown) {
      result.remark = given.computed ? "the shapes differ" : "not all of it is known";
    } else if (fit(link, symbols_, Trust::rounded, digits_).holds()) {
      result.remark = "right if its numbers are rounded themselves";
    } else if (const std::string_view doubt = ambiguity_of({link, given, s, text_});
               !doubt.empty()) {
      result.remark = doubt;
    } else if (symbols_.is_doubtful(*link.formula, s) || symbols_.is_doubtful(*link.result, s)) {
      result.remark = kAnotherValue;
    } else {
      result.verdict = Verdict::wrong;
      if (given.how == Comparison::How::truncated)
        result.remark = "the last digit is cut off, not rounded";
    }
    compare(link, given, result);
  }

  void compare(const Equality& link, const Comparison& fit, Judgement& result) const {
    result.said = as_said(*link.result, text_);
    if (fit.computed) {
      result.is = corrected(result.said, *fit.computed, *link.result, fit.counting);
    }
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

  void define(const Statement& s, const std::vector<Equality>& links,
              const std::optional<Judgement>& result) {
    const std::vector<std::size_t> known = known_members(s);
    const Expression* last = known.empty() ? nullptr : &s.members[known.back()];
    if (last == nullptr && !s.members.empty() && s.members.back().kind == Kind::name) {
      last = &s.members.back();
    }
    std::vector<std::string> names = s.defines;
    for (const Expression& member : s.members) {
      if (member.kind == Kind::name && &member != last) names.push_back(member.name);
    }
    for (const std::string& name : names) {
      if (last == nullptr) {
        symbols_.forget(name);
        continue;
      }
      const bool off = result && gravity(result->verdict) > gravity(Verdict::unsure);
      const bool inherits = result && result->verdict == Verdict::inherits;
      const SymbolTable::Wrong wrong{0.0, inherits ? result->source : s.begin};
      const Expression& first = known.empty() ? *last : s.members[known.front()];
      const Computed right =
          evaluate(first, symbols_.environment(Trust::right, Digits::round, true));
      symbols_.define(name, *last, right, !links.empty(), off ? &wrong : nullptr, s);
    }
  }

  // "S = Q Kᵀ" and then "S = [[2, 0], [0, 3]]". One of which most cells are others is another S.
  std::optional<Judgement> as_result_of_name(const Statement& s) {
    if (s.members.size() != 1 || s.members[0].kind != Kind::array || s.defines.size() != 1)
      return {};
    const Expression* known = symbols_.formula_of(s.defines[0], s.begin);
    if (known == nullptr) return {};
    const Expression formula = *known;
    const Equality link{&formula, &s.members[0], '=', true};
    const Comparison given = fit(link, symbols_, Trust::printed, digits_);
    if (given.how == Comparison::How::unknown) return {};
    if (!given.holds() && !mostly_holds(given, s.members[0])) return {};
    Judgement result = judged(link, s);
    result.begin = s.begin;
    result.end = s.end;
    return result;
  }

  static bool mostly_holds(const Comparison& given, const Expression& literal) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < literal.numbers.size(); ++i) {
      if (agrees(given.computed->cells[i], literal.numbers[i], Digits::round)) ++same;
    }
    return 2 * same >= literal.numbers.size();
  }

  std::optional<Judgement> as_attention(const Statement& s) const {
    if (s.members.size() != 1 || s.members[0].kind != Kind::array || s.quotes_an_error)
      return std::nullopt;
    const Expression values{.kind = Kind::name, .name = "V"};
    const std::string why = s.weights && calls_weights(s.defines.back())
                                ? why_no_weights(s.members[0])
                            : calls_output(s.defines.back()) && !symbols_.is_doubtful(values, s)
                                ? why_no_output(s.members[0], symbols_.array(values.name))
                                : std::string();
    if (why.empty()) return std::nullopt;
    return Judgement{.verdict = Verdict::wrong, .begin = s.begin, .end = s.end, .remark = why};
  }

  std::string_view text_;
  PrintedDigits digits_;
  SymbolTable& symbols_;
};

}  // namespace

std::optional<Judgement> judge_chain(const Statement& chain, Judging& judging) {
  return ChainJudge(judging).chain(chain);
}

}  // namespace attn
