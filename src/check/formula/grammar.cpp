#include "check/formula/grammar.hpp"

#include <algorithm>

#include "check/formula/vocabulary.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

}  // namespace

bool is_link(const Token& token) { return token.is('=') || token.is('~') || token.is('>'); }

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
    skip_noun_before();
    Result part = term();
    if (!part) {
      at_ = before;
      break;
    }
    if (parts.empty()) parts.push_back(std::move(*result));
    operators += sign;
    parts.push_back(std::move(*part));
  }
  if (!result || parts.empty()) return result;
  Expression whole = node(Kind::sum, first, std::move(parts));
  whole.operators = std::move(operators);
  return whole;
}

Grammar::Result Grammar::term() {
  const std::size_t first = at_;
  Result result = factor();
  std::string operators;
  std::vector<Expression> parts;
  while (result) {
    const std::size_t before = at_;
    const bool share = next_is_of();
    const bool written = share || (peek() != nullptr && is_operator(*peek()));
    const char sign = share ? '*' : written ? peek()->text[0] : kJuxtaposed;
    if (written) ++at_;
    if (!written && !goes_on(parts.empty() ? *result : parts.back())) break;
    if (written) skip_noun_before();
    Result part = factor();
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
  const auto bytes = [](const Expression& e) { return e.unit.bytes; };
  if (std::ranges::count_if(parts, bytes) >
      1) {  // "7B × 2 bytes": bytes are not multiplied by bytes
    for (Expression& part : parts) {
      if (part.unit.billions) part.unit = {.power = 3, .base = 1000};
    }
  }
  Expression whole = node(Kind::term, first, std::move(parts));
  whole.operators = std::move(operators);
  return whole;
}

bool Grammar::goes_on(const Expression& before) const {
  const Token* token = peek();
  if (token == nullptr) return false;
  const bool number = before.kind == Kind::number && !before.unit.percent && !before.unit.bytes;
  if (token->is('(')) {
    const bool name = peek(1) != nullptr && names_.contains(peek(1)->text);
    return token->no_space_before ? number || tokens_[at_ - 1].is(')')
                                  : name && before.kind != Kind::number;
  }
  if (token->is('[')) return number || before.rows > 0 || before.kind == Kind::transpose;
  if (number && next_is_glued_call()) return true;
  if (token->kind != Token::Kind::word || !is_name(*token, names_)) return false;
  return before.kind == Kind::name || before.kind == Kind::transpose || before.kind == Kind::call ||
         (number && may_scale(*token)) ||
         (before.kind == Kind::array && names_.contains(token->text)) ||
         (tokens_[at_ - 1].is(')') && names_.contains(token->text));
}

bool Grammar::may_scale(const Token& name) const {
  const bool capital = name.text[0] >= 'A' && name.text[0] <= 'Z';
  return names_.contains(name.text) && (name.no_space_before || capital);
}

bool Grammar::next_is_of() const {
  if (!next_is_word("of") || !next_is_number(1) || at_ == first_) return false;
  const Token& before = tokens_[at_ - 1];
  return before.is('%') || (before.kind == Token::Kind::word && is_holder(before.text));
}

void Grammar::skip_noun_before() {
  const Token* token = peek();
  if (token != nullptr && is_noun(token->text) && token->kind == Token::Kind::word &&
      next_is_number(1) && !names_.contains(token->text)) {
    ++at_;
  }
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

Grammar::Result Grammar::raised(Result base, std::size_t first) {
  for (int times = 0; base; ++times) {
    if (times == kMostPowers) return std::nullopt;
    Kind kind = Kind::transpose;
    std::vector<Expression> parts;
    if (next_is('.') && peek()->no_space_before && next_is_word("T", 1)) {
      at_ += 2;
    } else if (next_is('^') && (next_is_word("T", 1) || next_is_word("top", 1))) {
      at_ += 2;
    } else if (next_is('^') && next_is('(', 1) && next_is_word("T", 2) && next_is(')', 3)) {
      at_ += 4;
    } else if (next_is('^')) {
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
  Result inside = atom();
  if (!inside || !minus) return inside;
  std::vector<Expression> parts;
  parts.push_back(std::move(*inside));
  return node(Kind::negative, first, std::move(parts));
}

std::optional<Parsed> parse_formula(const std::vector<Token>& tokens, std::size_t first,
                                    const Names& names) {
  return Grammar(tokens, first, names).formula();
}

}  // namespace attn
