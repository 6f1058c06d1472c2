// Which other formula may the same signs mean? Brackets that were left out, a rest that was cut
// off, another function.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "check/claims/doubts/doubts.hpp"
#include "check/formula/functions.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;
using Visit = std::function<bool(Expression)>;  // true once the formula looked for was seen

Expression call_of(std::string_view name, Expression inside) {
  Expression call{
      .kind = Kind::call, .name = std::string(name), .function = function_spelled(name)};
  call.parts.push_back(std::move(inside));
  return call;
}

// With every quotient, or every product of a sum, made whole.
Expression with_whole(const Expression& e, std::string_view how, bool quotients) {
  Expression result = e;
  for (Expression& part : result.parts) part = with_whole(part, how, quotients);
  if (e.kind == Kind::sum && !quotients) {
    for (Expression& part : result.parts) {
      if (part.kind == Kind::term) part = call_of(how, std::move(part));
    }
  }
  const std::size_t divided = result.operators.find('/');
  if (e.kind != Kind::term || !quotients || divided == std::string::npos) return result;
  Expression all = result.parts[0];
  for (std::size_t i = 1; i < result.parts.size(); ++i) {
    const char sign = result.operators[i - 1];
    all = joined(Kind::term, {std::move(all), result.parts[i]}, {sign});
    if (sign == '/') all = call_of(how, std::move(all));
  }
  return all;
}

bool is_whole(const Expression& e) {
  const auto whole = [](const Printed& p) { return p.decimals <= 0; };
  return std::ranges::all_of(e.numbers, whole) && std::ranges::all_of(e.parts, is_whole);
}

bool says_how_to_round(const Expression& e) {
  return e.name == "floor" || e.name == "ceil" || e.name == "round" ||
         std::ranges::any_of(e.parts, says_how_to_round);
}

// "7/2 + 1 = 4", "1024/768 = 2" in blocks.
bool may_make_whole(const Misfit& m) {
  if (!is_whole(*m.equality.result) || says_how_to_round(*m.equality.formula)) return false;
  for (const std::string_view how : {"floor", "ceil", "round"}) {
    for (const bool quotients : {true, false}) {
      if (m.fits(with_whole(*m.equality.formula, how, quotients), m.equality.sign)) return true;
    }
  }
  return false;
}

// "184,320 / 8 × 30 = 690,000": zeros at the end of what was rounded, two digits left of it; of a
// size, "102.4 MB = 100 MB", one is enough.
bool may_be_rounded_to_zeros(const Misfit& m) {
  constexpr double kNear = 0.05;
  const Expression& b = *m.equality.result;
  const std::optional<double> ratio = ratio_of(m);
  const bool near = b.unit.is_size() && ratio && std::abs(*ratio - 1.0) < kNear;
  if (b.kind == Kind::number && b.numbers[0].text.find_last_not_of("0,") == 0 && !near) {
    return false;
  }
  return b.kind == Kind::number && b.numbers[0].text.ends_with('0') && b.numbers[0].decimals <= 0 &&
         m.fits(*m.equality.formula, '~');
}

Expression with_softmax(Expression e) {
  if (e.kind == Kind::call && e.name == "sigmoid") {
    e.name = "softmax";
    e.function = function_spelled(e.name);
  }
  for (Expression& part : e.parts) part = with_softmax(std::move(part));
  return e;
}

bool may_be_softmax(const Misfit& m) {
  return m.fits(with_softmax(*m.equality.formula), m.equality.sign);
}

// "exp(88.7) = 3.40e38": of a rounded exponent little is left.
bool may_round_exponent(const Misfit& m) {
  const Expression &a = *m.equality.formula, &b = *m.equality.result;
  if (a.kind != Kind::call || a.name != "exp" || b.kind != Kind::number) return false;
  const Expression& exponent = a.parts[0];
  constexpr double kLarge = 20.0;
  if (exponent.kind != Kind::number || exponent.numbers[0].decimals < 1) return false;
  if (std::abs(exponent.numbers[0].value) < kLarge) return false;
  if (!m.comparison.computed || !m.comparison.computed->is_scalar()) return false;
  const double ratio = m.comparison.computed->cells[0].low / b.numbers[0].value;
  return ratio > 0 && std::abs(std::log(ratio)) <= exponent.numbers[0].step / 2;
}

// "8584 batches × 16 = 137,341": the last of them need not be full.
bool may_be_partly_full(const Misfit& m) {
  const Expression &a = *m.equality.formula, &b = *m.equality.result;
  if (a.kind != Kind::term || a.parts.size() != 2 || !is_whole(a) || !is_whole(b)) return false;
  if (b.kind != Kind::number || a.parts[0].kind != Kind::number) return false;
  if (a.parts[1].kind != Kind::number || a.operators.find('/') != std::string::npos) return false;
  const double x = a.parts[0].numbers[0].value, y = a.parts[1].numbers[0].value;
  const double missing = x * y - b.numbers[0].value;
  const std::string_view written = m.text.substr(a.begin, a.end - a.begin);
  const bool counted = std::ranges::any_of(
      std::array{"batch", "step", "block", "page", "chunk", "tile", "shard", "file"},
      [&](std::string_view word) { return written.find(word) != std::string_view::npos; });
  return missing > 0 && missing < std::max(x, y) && (m.equality.sign == '~' || counted);
}

// "1×22 = 4" where the notes were copied without what stands above the line: 2².
bool with_lost_power(const Expression& e, std::string_view text, const Visit& visit) {
  if (e.kind == Kind::number && e.numbers[0].decimals == 0 && e.numbers[0].text.size() == 2 &&
      e.numbers[0].value > 0) {
    const Printed whole = e.numbers[0];
    Expression base = e, exponent = e;
    base.numbers = {read_printed(whole.text.substr(0, 1))};
    exponent.numbers = {read_printed(whole.text.substr(1))};
    if (visit(joined(Kind::power, {std::move(base), std::move(exponent)}, ""))) return true;
  }
  for (std::size_t i = 0; i < e.parts.size(); ++i) {
    const auto within = [&](Expression part) {
      Expression other = e;
      other.parts[i] = std::move(part);
      return visit(std::move(other));
    };
    if (with_lost_power(e.parts[i], text, within)) return true;
  }
  return false;
}

bool may_have_lost_power(const Misfit& m) {
  return with_lost_power(*m.equality.formula, m.text,
                         [&m](const Expression& other) { return m.fits(other, m.equality.sign); });
}

constexpr std::array kDoubts{Doubt{may_be_rounded_to_zeros, "it may be rounded"},
                             Doubt{may_round_exponent, "right if its exponent is rounded"},
                             Doubt{may_be_partly_full, "the last of them may not be full"},
                             Doubt{may_be_softmax, "the sigma may be the softmax"},
                             Doubt{may_have_lost_power, "a digit may be a power"},
                             Doubt{may_make_whole, "it may round up or down on the way"},
                             Doubt{may_lack_brackets, "brackets may be missing"}};

}  // namespace

std::string_view doubt_of_reading(const Misfit& misfit) { return first_of(kDoubts, misfit); }

}  // namespace attn
