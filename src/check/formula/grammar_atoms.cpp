// What formulas are made of: numbers with their units, functions and names.
#include <algorithm>
#include <limits>
#include <numbers>

#include "check/formula/functions.hpp"
#include "check/formula/grammar.hpp"
#include "check/formula/vocabulary.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

}  // namespace

Grammar::Result Grammar::atom() {
  if (depth_ >= kDeepest) return std::nullopt;
  const Deeper deeper(depth_);
  const Token* token = peek();
  if (token == nullptr) return std::nullopt;
  if (token->kind == Token::Kind::number) return number();
  if (token->is('[')) return bracketed();
  if (token->is('(')) return parenthesised();
  if (token->kind == Token::Kind::word) return word();
  return std::nullopt;
}

Grammar::Result Grammar::number() {
  const std::size_t first = at_++;
  Expression result = node(Kind::number, first);
  result.numbers = {tokens_[first].number};
  const Token* token = peek();
  if (token == nullptr) return result;
  const Token* behind = peek(1);
  const bool modulo = token->is('%') && !token->no_space_before && behind != nullptr &&
                      (behind->is('-') || behind->is('(')) && !behind->space_after;
  if (modulo) return std::nullopt;  // "-16 % -4"
  if (token->is('%') && !next_is_number(1)) {
    result.unit.percent = true;
    ++at_;
  } else if (token->kind == Token::Kind::word) {
    const std::optional<Unit> unit = unit_at(*token);
    const bool glued = token->no_space_before && token->text[0] != kUnspacedLetter;
    if (unit) {
      // "2T^2", and "2B" where B has a value, may be names.
      if (next_is('^', 1) || (unit->billions && names_.contains(token->text))) return std::nullopt;
      result.unit = *unit;
      ++at_;
      skip_rate(result.unit);
    } else if (glued && token->text == "x" && ends_factor()) {
      ++at_;  // "24.75x more"
    } else if (glued && !(token->text.size() == 1 && names_.contains(token->text)) &&
               !next_is_glued_call() && token->text != "pi") {
      return std::nullopt;  // "2D", "3rd"
    }
    skip_noun_after(first > first_, result.unit);
  } else if (token->is('/') && counts(peek(1)) &&
             (first > first_ || peek(2) == nullptr || !is_link(*peek(2)))) {
    skip_rate(result.unit);  // "= $500/day"
  }
  skip_label();
  result.end = tokens_[at_ - 1].end;
  return result;
}

bool Grammar::next_is_call() const {
  const Function* function = peek() == nullptr ? nullptr : function_spelled(peek()->text);
  return function != nullptr && peek()->kind == Token::Kind::word &&
         (next_is('(', 1) || (function->bare_number && next_is_number(1)));
}

bool Grammar::next_is_glued_call() const { return next_is_call() && peek()->no_space_before; }

Grammar::Result Grammar::word() {
  while (is_module(tokens_[at_].text) && next_is('.', 1) && peek(2) != nullptr) at_ += 2;
  const Token& token = tokens_[at_];
  if (token.text == "sqrt") return root();
  if (token.text == "e" && next_is('^', 1)) return exponential();
  if (token.text == "e" && is_argument_alone()) return number_e();
  if (token.text == "pi" && !names_.contains("pi") && !next_is('(', 1)) return number_pi();
  if (is_function(token.text) && (next_is('(', 1) || !names_.contains(token.text))) return call();
  if (is_infinite(token.text)) return infinity();
  if (is_pair_of_names(token.text)) return pair();
  if (!is_name(token, names_) || (next_is('(', 1) && peek(1)->no_space_before) || next_is('[', 1)) {
    return std::nullopt;
  }
  ++at_;
  Expression result = node(Kind::name, at_ - 1);
  result.name = std::string(token.text);
  return result;
}

bool Grammar::is_argument_alone() const {
  if (at_ < 2 || !tokens_[at_ - 1].is('(') || !next_is(')', 1) || names_.contains("e")) {
    return false;
  }
  return is_function(tokens_[at_ - 2].text) || tokens_[at_ - 2].is('/');
}

Grammar::Result Grammar::number_e() {
  const std::size_t first = at_++;
  Expression one = node(Kind::number, first);
  one.numbers.push_back({.value = 1.0, .text = "1"});
  return called("exp", first, std::move(one));
}

Grammar::Result Grammar::number_pi() {
  ++at_;
  Expression result = node(Kind::number, at_ - 1);
  result.numbers.push_back({.value = std::numbers::pi, .text = tokens_[at_ - 1].text});
  return result;
}

Grammar::Result Grammar::infinity() {
  ++at_;
  Expression result = node(Kind::number, at_ - 1);
  result.numbers.push_back(
      {.value = std::numeric_limits<double>::infinity(), .text = tokens_[at_ - 1].text});
  return result;
}

bool Grammar::is_pair_of_names(std::string_view text) const {
  return text.size() == 2 && !names_.contains(text) && names_.contains(text.substr(0, 1)) &&
         names_.contains(text.substr(1));
}

Grammar::Result Grammar::pair() {
  const std::size_t first = at_++;
  std::vector<Expression> parts{node(Kind::name, first), node(Kind::name, first)};
  parts[0].name = std::string(tokens_[first].text.substr(0, 1));
  parts[1].name = std::string(tokens_[first].text.substr(1));
  Result second = raised(std::move(parts[1]), first);
  if (!second) return std::nullopt;
  parts[1] = std::move(*second);
  Expression result = node(Kind::term, first, std::move(parts));
  result.operators = "@";
  return result;
}

Grammar::Result Grammar::root() {
  const std::size_t first = at_++;
  Result inside = atom();
  if (!inside) return std::nullopt;
  return called("sqrt", first, std::move(*inside));
}

Grammar::Result Grammar::exponential() {
  const std::size_t first = at_++;
  if (is_label_of(node(Kind::name, first))) return std::nullopt;
  ++at_;
  Result inside = exponent_of();
  if (!inside) return std::nullopt;
  return called("exp", first, std::move(*inside));
}

Grammar::Result Grammar::called(std::string name, std::size_t first, Expression inside) const {
  std::vector<Expression> parts;
  parts.push_back(std::move(inside));
  Expression result = node(Kind::call, first, std::move(parts));
  result.function = function_spelled(name);
  result.name = std::move(name);
  return result;
}

Grammar::Result Grammar::call() {
  if (depth_ >= kDeepest) return std::nullopt;
  const std::size_t first = at_;
  const Function& function = *function_spelled(tokens_[at_++].text);
  const Deeper deeper(depth_);
  Expression result{.kind = Kind::call,
                    .name = std::string(function.spellings[0]),
                    .base = function.base,
                    .function = &function};
  const bool of =
      next_is_word("of") && next_is('[', 1) && function.takes == Function::Takes::components;
  if (of) ++at_;  // "the softmax of [2, 1]"
  if (next_is('[') && function.takes == Function::Takes::components) {
    Result only = bracketed();
    if (!only) return std::nullopt;
    result.parts.push_back(std::move(*only));
  } else if (function.bare_number && next_is_number()) {
    Result only = bare_number();
    if (!only) return std::nullopt;
    result.parts.push_back(std::move(*only));
  } else if (!take('(') || !arguments(result)) {
    return std::nullopt;
  }
  result.begin = tokens_[first].begin;
  result.end = tokens_[at_ - 1].end;
  return result;
}

Grammar::Result Grammar::bare_number() {
  const std::size_t first = at_++;
  const Token* after = peek();
  const bool more = after != nullptr && (is_operator(*after) || after->is('^') || after->is('(') ||
                                         after->is('%') || after->no_space_before);
  if (more && !after->is('.') && !after->is(',') && !after->is(')')) return std::nullopt;
  Expression number = plain_number(first);
  if (next_is_word("degrees")) {
    number.unit.degrees = true;
    ++at_;
  }
  return number;
}

bool Grammar::arguments(Expression& call) {
  do {
    if (peek() != nullptr && peek()->kind == Token::Kind::word && next_is('=', 1)) {
      if (!named_argument(call)) return false;
      continue;
    }
    Result part = sum();
    if (!part) return false;
    call.parts.push_back(std::move(*part));
  } while (take(','));
  return take(')') && !call.parts.empty();
}

bool Grammar::named_argument(Expression& call) {
  const std::string_view name = tokens_[at_].text;
  at_ += 2;
  Result value = factor();
  if (!value) return false;
  const bool axis = name == "dim" || name == "axis";
  if (axis) return value->kind == Kind::number && value->numbers[0].value == -1.0;
  if (name == "base" && value->kind == Kind::number) {
    call.base = value->numbers[0].value;
    return call.name == "softmax";
  }
  const bool temperature = name == "T" || name == "temperature" || name == "tau";
  if (!temperature || call.name != "softmax" || call.parts.size() != 1) {
    return name == "dtype" || name == "keepdims" || name == "grad_fn";
  }
  std::vector<Expression> parts;
  parts.push_back(std::move(call.parts[0]));
  parts.push_back(std::move(*value));
  call.parts[0] = Expression{.kind = Kind::term, .operators = "/", .parts = std::move(parts)};
  return true;
}

}  // namespace attn
