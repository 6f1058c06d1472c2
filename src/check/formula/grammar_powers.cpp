// Powers, transposes, and numbers in powers of ten.
#include <cmath>

#include "check/formula/grammar.hpp"
#include "check/formula/vocabulary.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

// The n of 10^n, when that is all.
std::optional<int> power_of_ten(const Expression& e) {
  if (e.kind != Kind::power || e.parts[0].kind != Kind::number) return std::nullopt;
  const bool minus = e.parts[1].kind == Kind::negative;
  const Expression& exponent = minus ? e.parts[1].parts[0] : e.parts[1];
  const Printed& ten = e.parts[0].numbers[0];
  if (ten.value != 10.0 || ten.decimals != 0 || exponent.kind != Kind::number) return std::nullopt;
  const Printed& n = exponent.numbers[0];
  if (n.decimals != 0 || std::abs(n.value) > 300 || exponent.unit.is_size()) return std::nullopt;
  return static_cast<int>(minus ? -n.value : n.value);
}

}  // namespace

// "3.2 × 10^9 MB" is one number, printed with two digits.
std::optional<Expression> in_powers_of_ten(const std::vector<Expression>& parts,
                                           std::string_view operators) {
  if (parts.size() < 2 || parts.size() > 3 || parts[0].kind != Kind::number) return std::nullopt;
  const bool unit = parts.size() == 3;
  if (unit && !(operators[1] == kUnitFollows)) return std::nullopt;
  const std::optional<int> n = power_of_ten(parts[1]);
  if (!n || (operators[0] != '*' && operators[0] != '@') || parts[0].unit.is_size() ||
      parts[0].unit.percent) {
    return std::nullopt;
  }
  Expression result = parts[0];
  Printed& p = result.numbers[0];
  p.value *= std::pow(10.0, *n);
  p.decimals -= *n;
  p.step = std::pow(10.0, -p.decimals);
  result.exponent = *n;
  if (unit) result.unit = parts[2].unit;
  return result;
}

bool Grammar::is_label_of(const Expression& base) const {
  const bool name = base.kind == Kind::name || tokens_[at_ - 1].is_word("e");
  return name && next_is('(', 1) && (next_is('(', 2) || next_is('[', 2)) &&
         (next_is(')', 4) || next_is(']', 4)) && next_is(')', 5);
}

Grammar::Result Grammar::raised(Result base, std::size_t first) {
  for (int times = 0; base; ++times) {
    if (times == kMostPowers) return std::nullopt;
    Kind kind = Kind::transpose;
    std::vector<Expression> parts;
    if (next_is('.') && peek()->no_space_before && next_is_word("T", 1) &&
        peek(1)->no_space_before) {
      at_ += 2;
    } else if (next_is('^') && (next_is_word("T", 1) || next_is_word("top", 1))) {
      at_ += 2;
    } else if (next_is('^') && next_is('(', 1) && next_is_word("T", 2) && next_is(')', 3)) {
      at_ += 4;
    } else if (next_is('^')) {
      if (is_label_of(*base)) return std::nullopt;
      ++at_;
      Result exponent = exponent_of();
      if (!exponent) return std::nullopt;
      kind = Kind::power;
      parts.push_back(std::move(*exponent));
    } else {
      break;
    }
    parts.insert(parts.begin(), std::move(*base));
    base = node(kind, first, std::move(parts));
  }
  return base;
}

Grammar::Result Grammar::exponent_of() {
  const std::size_t first = at_;
  const bool minus = take('-');
  const bool unit = next_is_number() && peek(1) != nullptr &&
                    unit_of(peek(1)->text, peek(1)->no_space_before).has_value();
  if (unit) ++at_;  // which is of the power
  Result inside = unit ? plain_number(at_ - 1) : atom();
  if (!inside || !minus) return inside;
  std::vector<Expression> parts;
  parts.push_back(std::move(*inside));
  return node(Kind::negative, first, std::move(parts));
}

Expression Grammar::plain_number(std::size_t token) const {
  Expression number = node(Kind::number, token);
  number.numbers = {tokens_[token].number};
  return number;
}

}  // namespace attn
