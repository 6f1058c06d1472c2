// What formulas are made of: numbers with their units, lists and matrices, functions and names.
#include <algorithm>
#include <limits>

#include "notes/grammar.hpp"
#include "notes/vocabulary.hpp"

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
  if (token->is('%') && !next_is_number(1)) {
    result.unit.percent = true;
    ++at_;
  } else if (token->kind == Token::Kind::word) {
    const std::optional<Unit> unit = unit_of(token->text, token->glued);
    if (unit) {
      result.unit = *unit;
      ++at_;
    } else if (token->glued && !(token->text.size() == 1 && names_.contains(token->text))) {
      return std::nullopt;  // "2D", "3rd"
    }
    skip_noun_after(first > first_);
  }
  result.end = tokens_[at_ - 1].end;
  return result;
}

void Grammar::skip_noun_after(bool begun) {
  const Token *token = peek(), *after = peek(1);
  if (token == nullptr || after == nullptr || token->kind != Token::Kind::word) return;
  if (is_noun(token->text) && !names_.contains(token->text) && !is_name(*token, names_) &&
      (is_operator(*after) || after->is('+') || (begun && is_link(*after)))) {
    ++at_;
  }
}

Grammar::Result Grammar::parenthesised() {
  const std::size_t first = at_++;
  std::vector<Expression> parts;
  do {
    Result part = sum();
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  } while (take(','));
  if (!take(')')) return std::nullopt;
  if (parts.size() > 1) return tuple(std::move(parts), first);
  Expression inside = std::move(parts[0]);
  inside.begin = tokens_[first].begin;
  inside.end = tokens_[at_ - 1].end;
  return inside;
}

Grammar::Result Grammar::tuple(std::vector<Expression> parts, std::size_t first) const {
  const auto plain = [](const Expression& e) { return e.kind == Kind::number && !e.unit.bytes; };
  const bool numbers = std::ranges::all_of(parts, plain);
  Expression result = node(numbers ? Kind::array : Kind::list, first);
  result.tuple = true;
  result.columns = parts.size();
  if (!numbers) {
    result.parts = std::move(parts);
    return result;
  }
  for (const Expression& part : parts) result.numbers.push_back(part.numbers[0]);
  return result;
}

Grammar::Result Grammar::bracketed() {
  if (!next_is('[', 1)) return array();
  if (depth_ >= kDeepest) return std::nullopt;
  const Deeper deeper(depth_);
  const std::size_t first = at_++;
  std::vector<Expression> rows;
  while (next_is('[')) {
    Result row = bracketed();
    if (!row) return std::nullopt;
    if (!row->numbers.empty() || !row->parts.empty()) rows.push_back(std::move(*row));
    take(',');
  }
  if (!take(']') || rows.empty()) return std::nullopt;
  return stacked(std::move(rows), first);
}

Grammar::Result Grammar::stacked(std::vector<Expression> rows, std::size_t first) const {
  if (rows.size() == 1 && rows[0].kind == Kind::array && rows[0].rows > 0) return rows[0];
  Expression matrix = node(Kind::array, first);
  matrix.rows = rows.size();
  matrix.columns = rows[0].columns;
  for (Expression& row : rows) {
    if (row.kind != Kind::array || row.rows > 0 || row.columns != matrix.columns) {
      return std::nullopt;
    }
    matrix.numbers.insert(matrix.numbers.end(), row.numbers.begin(), row.numbers.end());
  }
  return matrix;
}

Grammar::Result Grammar::array() {
  const std::size_t first = at_++;
  Expression result{.kind = Kind::array};
  while (!next_is(']')) {
    const bool minus = next_is('-') && next_is_number(1);
    if (!next_is_number(minus ? 1 : 0) || !ends_component(minus ? 2 : 1)) {
      at_ = first;
      return list();
    }
    if (minus) ++at_;
    Printed number = tokens_[at_++].number;
    if (minus) number.value = -number.value;
    result.numbers.push_back(number);
    take(',');
  }
  ++at_;
  result.columns = result.numbers.size();
  result.begin = tokens_[first].begin;
  result.end = tokens_[at_ - 1].end;
  return result;
}

bool Grammar::ends_component(std::size_t ahead) const {
  const Token* token = peek(ahead);
  if (token == nullptr) return false;
  if (token->is(',') || token->is(']')) return true;
  const bool spaced = !token->glued && tokens_[at_ + ahead - 1].apart;
  return spaced && (token->kind == Token::Kind::number || (token->is('-') && !token->apart));
}

Grammar::Result Grammar::list() {
  if (depth_ >= kDeepest) return std::nullopt;
  const Deeper deeper(depth_);
  const std::size_t first = at_++;
  std::vector<Expression> parts;
  do {
    Result part = sum();
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  } while (take(','));
  if (!take(']') || parts.size() < 2) return std::nullopt;
  return node(Kind::list, first, std::move(parts));
}

Grammar::Result Grammar::word() {
  while (is_module(tokens_[at_].text) && next_is('.', 1) && peek(2) != nullptr) at_ += 2;
  const Token& token = tokens_[at_];
  if (token.text == "sqrt") return root();
  if (token.text == "e" && next_is('^', 1)) return exponential();
  if (is_function(token.text)) return call();
  if (is_infinite(token.text)) return infinity();
  if (is_pair_of_names(token.text)) return pair();
  if (!is_name(token, names_) || (next_is('(', 1) && peek(1)->glued) || next_is('[', 1)) {
    return std::nullopt;
  }
  ++at_;
  Expression result = node(Kind::name, at_ - 1);
  result.name = std::string(token.text);
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
  const std::size_t first = at_;
  at_ += 2;
  Result inside = exponent_of();
  if (!inside) return std::nullopt;
  return called("exp", first, std::move(*inside));
}

Grammar::Result Grammar::called(std::string name, std::size_t first, Expression inside) const {
  std::vector<Expression> parts;
  parts.push_back(std::move(inside));
  Expression result = node(Kind::call, first, std::move(parts));
  result.name = std::move(name);
  return result;
}

Grammar::Result Grammar::call() {
  if (depth_ >= kDeepest) return std::nullopt;
  const std::size_t first = at_;
  const Function function = function_of(tokens_[at_++].text);
  const Deeper deeper(depth_);
  Expression result{.kind = Kind::call, .name = std::string(function.name), .base = function.base};
  if (next_is('[') && function.name == "softmax") {
    Result only = bracketed();
    if (!only) return std::nullopt;
    result.parts.push_back(std::move(*only));
  } else if (!take('(') || !arguments(result)) {
    return std::nullopt;
  }
  result.begin = tokens_[first].begin;
  result.end = tokens_[at_ - 1].end;
  return result;
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
