// Is each step of a chain right, and if not, why not?

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "check/claims/attention_rows.hpp"
#include "check/claims/comparison.hpp"
#include "check/claims/equality_judgement.hpp"
#include "check/claims/kinds.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;
using Verdict = Judgement::Verdict;

bool is_operation(const Expression& e) {
  const auto plain = [](const Expression& p) { return p.is_literal() || p.kind == Kind::name; };
  return !plain(e) && !(e.kind == Kind::list && std::ranges::all_of(e.parts, plain));
}

// "64 MB = 67,108,864 bytes" and "2,359,296 ≈ 2.36M" compute something too.
bool converts(const Expression& a, const Expression& b) {
  const bool numbers = a.kind == Kind::number && b.kind == Kind::number;
  if (!numbers || a.numbers[0].value == 0.0) return false;  // "LIMIT=0=4G"
  return a.unit.bytes == b.unit.bytes && !a.unit.percent && !b.unit.percent && !a.unit.billions &&
         !b.unit.billions && (a.unit.power != b.unit.power || a.unit.base != b.unit.base);
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

// "[15872, 4096] × [4096, 12288] → [15872, 12288]" and "(2, 3) @ (3, 4) = (2, 4)" are of shapes.
bool multiplies_shapes(const Expression& product, const Expression& result) {
  const auto sides = [](const Expression& e) {  // "m×n"
    return e.kind == Kind::term && e.operators == "*";
  };
  if (product.kind == Kind::term && product.parts.size() == 2 && sides(result) &&
      std::ranges::all_of(product.parts, sides)) {
    return true;
  }
  const auto shape = [](const Expression& e) {
    const auto whole = [](const Printed& p) { return p.decimals == 0 && p.value > 0; };
    return e.kind == Kind::array && e.rows == 0 && e.columns > 1 && e.columns < 5 &&
           std::ranges::all_of(e.numbers, whole);
  };
  if (product.kind != Kind::term || product.parts.size() != 2 || product.operators == "/" ||
      !shape(product.parts[0]) || !shape(product.parts[1]) || !shape(result)) {
    return false;
  }
  const std::vector<Printed>&a = product.parts[0].numbers, &b = product.parts[1].numbers;
  const auto last = [](const std::vector<Printed>& numbers, std::size_t n) {
    return numbers[numbers.size() - n].value;
  };
  return last(a, 1) == last(b, 2) && last(result.numbers, 1) == last(b, 1) &&
         last(result.numbers, 2) == last(a, 2);
}

class ChainJudge {
 public:
  explicit ChainJudge(Judging& judging)
      : judging_(judging), digits_(judging.digits), symbols_(judging.symbols) {}

  std::optional<Judgement> chain(const Statement& s) {
    const std::vector<Equality> links = links_of(s);
    std::optional<Judgement> result;
    for (const Equality& link : links) {
      Judgement one = judge_equality(link, s, judging_);
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
      } else if (result->remark.empty() && one.verdict == result->verdict) {
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
      if (multiplies_shapes(a, b)) continue;
      if (repeats && !operation && fits_first(s.members[known[0]], b)) continue;
      const bool swapped = a.is_literal() && !b.is_literal();
      links.push_back({swapped ? &b : &a, swapped ? &a : &b, sign, first && !swapped});
    }
    return links;
  }

  // "… ≈ 1.17 ≈ 0.94", where the formula that begins the chain comes to 0.94.
  bool fits_first(const Expression& formula, const Expression& literal) const {
    return is_operation(formula) &&
           fit({&formula, &literal, '~', true}, symbols_, Trust::printed, digits_).holds();
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
    if (known == nullptr || !is_operation(*known)) return {};
    const Expression formula = *known;
    const Equality link{&formula, &s.members[0], '=', true};
    const Comparison given = fit(link, symbols_, Trust::printed, digits_);
    if (given.how == Comparison::How::unknown) return {};
    if (!given.holds() && !mostly_holds(given, s.members[0])) return {};
    Judgement result = judge_equality(link, s, judging_);
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

  Judging& judging_;
  PrintedDigits digits_;
  SymbolTable& symbols_;
};

}  // namespace

std::optional<Judgement> judge_chain(const Statement& chain, Judging& judging) {
  return ChainJudge(judging).chain(chain);
}

}  // namespace attn
