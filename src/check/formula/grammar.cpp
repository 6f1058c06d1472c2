#include "check/formula/grammar.hpp"

#include <algorithm>
#include <cmath>

#include "check/formula/vocabulary.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

}  // namespace

// Whether the sign joins two members; "~5" is about 5, and joins nothing.
bool is_link(const Token& token) {
  return token.is('=') || token.is('~') || token.is('>') || token.is('&') ||
         (token.is('`') && token.space_after);
}

bool begins_column(const Token& token, const Token& before) {
  constexpr std::size_t kLeast = 3;  // spaces
  return token.begin >= before.end + kLeast;
}

bool is_operator(const Token& token) {
  return token.is('*') || token.is('@') || token.is('$') || token.is('/');
}

std::optional<Parsed> Grammar::formula() {
  Result result = sum();
  if (!result) return std::nullopt;
  return Parsed{std::move(*result), at_};
}

Expression Grammar::node(Kind kind, std::size_t first, std::vector<Expression> parts) const {
  return {.kind = kind,
          .begin = tokens_[first].begin,
          .end = tokens_[at_ - 1].end,
          .parts = std::move(parts)};
}

Grammar::Result Grammar::sum() {
  if (depth_ >= kDeepest) return std::nullopt;
  const Deeper deeper(depth_);
  const std::size_t first = at_;
  Result result = term();
  std::string operators;
  std::vector<Expression> parts;
  while (result && (next_is('+') || next_is('-'))) {
    const std::size_t before = at_;
    const char sign = tokens_[at_++].text[0];
    const bool dash = sign == '-' && peek() != nullptr && peek()->text[0] == kUnspacedLetter;
    if (!dash) skip_noun_before();
    Result part = dash ? std::nullopt : term();
    if (!part) {
      at_ = before;
      break;
    }
    if (parts.empty()) parts.push_back(std::move(*result));
    operators += sign;
    parts.push_back(std::move(*part));
  }
  if (!result || parts.empty()) return rest_of(std::move(result), first);
  Expression whole = node(Kind::sum, first, std::move(parts));
  whole.operators = std::move(operators);
  return rest_of(std::move(whole), first);
}

Grammar::Result Grammar::rest_of(Result whole, std::size_t first) {
  if (!whole || !(next_is_word("mod") || next_is_word("bmod"))) return whole;
  const std::size_t before = at_++;
  Result divisor = factor();
  if (!divisor) {
    at_ = before;
    return whole;
  }
  std::vector<Expression> parts;
  parts.push_back(std::move(*whole));
  parts.push_back(std::move(*divisor));
  Expression rest = node(Kind::term, first, std::move(parts));
  rest.operators = kRest;
  return rest;
}

Grammar::Result Grammar::term() {
  const std::size_t first = at_;
  Result result = factor();
  std::string operators;
  std::vector<Expression> parts;
  while (result) {
    if (Result unit = unit_behind(parts.empty() ? *result : parts.back())) {
      if (parts.empty()) parts.push_back(std::move(*result));
      operators += kUnitFollows;
      parts.push_back(std::move(*unit));
      continue;
    }
    const std::size_t before = at_;
    const bool share = next_is_of();
    const bool written = share || (peek() != nullptr && is_operator(*peek()));
    const char sign = share ? '*' : written ? peek()->text[0] : kJuxtaposed;
    if (written) ++at_;
    if (!written && !goes_on(parts.empty() ? *result : parts.back())) break;
    if (written) skip_noun_before();
    Result part = sign == '/' ? divisor() : factor();
    if (!part) {
      at_ = before;
      break;
    }
    // Of which of them, in "10 % of 4 + 4"?
    if (share && (next_is('+') || next_is('-'))) return std::nullopt;
    if (parts.empty()) parts.push_back(std::move(*result));
    operators += sign;
    parts.push_back(std::move(*part));
  }
  if (!result || parts.empty()) return result;
  if (Result number = in_powers_of_ten(parts, operators)) {
    number->begin = tokens_[first].begin;
    number->end = tokens_[at_ - 1].end;
    return number;
  }
  Expression whole = node(Kind::term, first, std::move(parts));
  whole.operators = std::move(operators);
  return whole;
}

// "a / 3.2 × 10^15" divides by all of it.
Grammar::Result Grammar::divisor() {
  Result number = factor();
  const std::size_t before = at_;
  if (!number || number->kind != Kind::number || !(next_is('*') || next_is('@'))) return number;
  const std::string sign(tokens_[at_++].text.substr(0, 1));
  if (Result power = factor()) {
    if (Result whole = in_powers_of_ten({*number, *power}, sign)) {
      whole->begin = number->begin;
      whole->end = power->end;
      return whole;
    }
  }
  at_ = before;
  return number;
}

bool Grammar::goes_on(const Expression& before) const {
  const Token* token = peek();
  if (token == nullptr || begins_column(*token, tokens_[at_ - 1])) return false;
  const bool number = before.kind == Kind::number && !before.unit.percent && !before.unit.bytes;
  if (token->is('(')) {
    const bool name = peek(1) != nullptr && names_.contains(peek(1)->text);
    const bool factor = tokens_[at_ - 1].is(')') && next_is_number(1) && peek(2) != nullptr &&
                        (is_operator(*peek(2)) || next_is('+', 2) || next_is('-', 2));
    return token->no_space_before ? number || tokens_[at_ - 1].is(')')
                                  : factor || (name && before.kind != Kind::number);
  }
  if (token->text == "pi" && !names_.contains("pi")) {
    return number || tokens_[at_ - 1].is(')');
  }
  if (token->is('[')) {
    const bool single = next_is_number(1) && next_is(']', 2);  // "[1]" is a reference, or an index
    return !single && (number || before.rows > 0 || before.kind == Kind::transpose);
  }
  if (number && token->is_word("sqrt") && tokens_[at_ - 1].end <= token->begin) return true;
  // "0.5 ln 2" and "(2/3) log 2", but not "in step 2 softmax(…)".
  const bool decimal = number && before.numbers[0].decimals > 0;
  if (tokens_[at_ - 1].is(')') ? next_is_call()
                               : number && next_is_call() && (decimal || token->no_space_before)) {
    return true;
  }
  if (token->kind != Token::Kind::word || !is_name(*token, names_)) return false;
  return before.kind == Kind::name || before.kind == Kind::transpose || before.kind == Kind::call ||
         (number && may_scale(*token)) ||
         (before.kind == Kind::array && names_.contains(token->text)) ||
         (tokens_[at_ - 1].is(')') && names_.contains(token->text));
}

bool Grammar::may_scale(const Token& name) const {
  const bool capital = name.text[0] >= 'A' && name.text[0] <= 'Z' &&
                       (name.text.size() == 1 || name.text[1] == '_');  // "0.5 X", not "3500 QPS"
  if (next_is('=', 1) && peek(1)->no_space_before && !name.no_space_before) return false;  // a log
  return names_.contains(name.text) && (name.no_space_before || capital);
}

Grammar::Result Grammar::factor() {
  if (depth_ >= kDeepest) return std::nullopt;
  if (next_is('-') || next_is('+')) {
    const std::size_t first = at_;
    const bool minus = next_is('-');
    ++at_;
    const Deeper deeper(depth_);
    Result inside = factor();
    if (!inside) return std::nullopt;
    if (!minus) return inside;
    if (inside->kind == Kind::number) {
      inside->numbers[0].value = -inside->numbers[0].value;
      inside->begin = tokens_[first].begin;
      return inside;
    }
    std::vector<Expression> parts;
    parts.push_back(std::move(*inside));
    return node(Kind::negative, first, std::move(parts));
  }
  const std::size_t first = at_;
  return raised(atom(), first);
}

std::optional<Parsed> parse_formula(const std::vector<Token>& tokens, std::size_t first,
                                    const Names& names) {
  return Grammar(tokens, first, names).formula();
}

}  // namespace attn
