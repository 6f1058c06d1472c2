// Formulas: a grammar read by recursive descent. What it does not know, it does not guess.
//
//   sum     = term { (+ | -) term }
//   term    = factor { (* | @ | $ | /) factor | factor that begins with a name or a bracket }
//   factor  = - factor | atom { ^ exponent | ^T | .T | unit }
//   atom    = number | list | tuple | ( sum ) | function ( sum, … ) | sqrt atom | name
#include <algorithm>
#include <array>
#include <limits>

#include "notes/expression.hpp"
#include "notes/vocabulary.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;
using Result = std::optional<Expression>;

constexpr int kDeepest = 40;

bool is_link(const Token& token) { return token.is('=') || token.is('~') || token.is('>'); }

bool is_operator(const Token& token) {
  return token.is('*') || token.is('@') || token.is('$') || token.is('/');
}

class Grammar {
 public:
  Grammar(const std::vector<Token>& tokens, std::size_t first, const Names& names)
      : tokens_(tokens), names_(names), at_(first) {}

  std::optional<Parsed> formula() {
    Result result = sum();
    if (!result) return std::nullopt;
    return Parsed{std::move(*result), at_};
  }

 private:
  const Token* peek(std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? &tokens_[at_ + ahead] : nullptr;
  }
  bool next_is(char sign, std::size_t ahead = 0) const {
    const Token* token = peek(ahead);
    return token != nullptr && token->is(sign);
  }
  bool next_is_word(std::string_view word, std::size_t ahead = 0) const {
    const Token* token = peek(ahead);
    return token != nullptr && token->is_word(word);
  }
  bool next_is_number(std::size_t ahead = 0) const {
    const Token* token = peek(ahead);
    return token != nullptr && token->kind == Token::Kind::number;
  }
  bool take(char sign) {
    if (!next_is(sign)) return false;
    ++at_;
    return true;
  }

  Expression node(Kind kind, std::size_t first, std::vector<Expression> parts = {}) const {
    return {.kind = kind,
            .begin = tokens_[first].begin,
            .end = tokens_[at_ - 1].end,
            .parts = std::move(parts)};
  }

  Result sum() {
    if (depth_ >= kDeepest) return std::nullopt;
    ++depth_;
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
    --depth_;
    if (!result || parts.empty()) return result;
    Expression whole = node(Kind::sum, first, std::move(parts));
    whole.operators = std::move(operators);
    return whole;
  }

  Result term() {
    const std::size_t first = at_;
    Result result = factor();
    std::string operators;
    std::vector<Expression> parts;
    while (result) {
      const std::size_t before = at_;
      const bool written = peek() != nullptr && is_operator(*peek());
      const char sign = written ? tokens_[at_++].text[0] : '@';
      if (!written && !goes_on(parts.empty() ? *result : parts.back())) break;
      if (written) skip_noun_before();
      Result part = factor();
      if (!part) {
        at_ = before;
        break;
      }
      if (parts.empty()) parts.push_back(std::move(*result));
      operators += sign;
      parts.push_back(std::move(*part));
    }
    if (!result || parts.empty()) return result;
    Expression whole = node(Kind::term, first, std::move(parts));
    whole.operators = std::move(operators);
    return whole;
  }

  // "Q K^T", "2(3 + 4)", "0.5 [1, 0]": a product without a sign.
  bool goes_on(const Expression& before) const {
    const Token* token = peek();
    if (token == nullptr) return false;
    const bool number = before.kind == Kind::number && !before.unit.percent && !before.unit.bytes;
    if (token->is('(')) return token->glued && (number || tokens_[at_ - 1].is(')'));
    if (token->is('[')) return number || before.rows > 0 || before.kind == Kind::transpose;
    if (token->kind != Token::Kind::word || !is_name(*token, names_)) return false;
    return before.kind == Kind::name || before.kind == Kind::transpose ||
           before.kind == Kind::call || (number && names_.contains(token->text)) ||
           (tokens_[at_ - 1].is(')') && names_.contains(token->text));
  }

  // "batch 4": what is counted, before the number.
  void skip_noun_before() {
    const Token* token = peek();
    if (token != nullptr && is_noun(token->text) && token->kind == Token::Kind::word &&
        next_is_number(1) && !names_.contains(token->text)) {
      ++at_;
    }
  }

  Result factor() {
    if (depth_ >= kDeepest) return std::nullopt;
    if (next_is('-') || next_is('+')) {
      const std::size_t first = at_;
      const bool minus = next_is('-');
      ++at_;
      ++depth_;
      Result inside = factor();
      --depth_;
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

  Result raised(Result base, std::size_t first) {
    while (base) {
      Kind kind = Kind::transpose;
      std::vector<Expression> parts;
      if (next_is('.') && peek()->glued && next_is_word("T", 1)) {
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
      if (++depth_ >= kDeepest) return std::nullopt;
    }
    return base;
  }

  Result exponent_of() {
    const std::size_t first = at_;
    const bool minus = take('-');
    Result inside = atom();
    if (!inside || !minus) return inside;
    std::vector<Expression> parts;
    parts.push_back(std::move(*inside));
    return node(Kind::negative, first, std::move(parts));
  }

  Result atom() {
    const Token* token = peek();
    if (token == nullptr) return std::nullopt;
    if (token->kind == Token::Kind::number) return number();
    if (token->is('[')) return bracketed();
    if (token->is('(')) return parenthesised();
    if (token->kind == Token::Kind::word) return word();
    return std::nullopt;
  }

  Result number() {
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
      } else if (token->glued && token->text.size() < 3 && !names_.contains(token->text)) {
        return std::nullopt;  // "2D", "3rd"
      }
      skip_noun_after();
    }
    result.end = tokens_[at_ - 1].end;
    return result;
  }

  // "32 heads ×": what is counted, when the formula goes on after it.
  void skip_noun_after() {
    const Token *token = peek(), *after = peek(1);
    if (token == nullptr || after == nullptr || token->kind != Token::Kind::word) return;
    if (is_noun(token->text) && !names_.contains(token->text) && !is_name(*token, names_) &&
        (is_operator(*after) || after->is('+') || is_link(*after))) {
      ++at_;
    }
  }

  // A formula of its own, or the components of a tuple.
  Result parenthesised() {
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

  Result tuple(std::vector<Expression> parts, std::size_t first) const {
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

  Result bracketed() {
    if (!next_is('[', 1)) return array();
    if (depth_ >= kDeepest) return std::nullopt;
    const std::size_t first = at_++;
    ++depth_;
    std::vector<Expression> rows;
    while (next_is('[')) {
      Result row = bracketed();
      if (!row) return std::nullopt;
      if (!row->numbers.empty() || !row->parts.empty()) rows.push_back(std::move(*row));
      take(',');
    }
    --depth_;
    if (!take(']') || rows.empty()) return std::nullopt;
    return stacked(std::move(rows), first);
  }

  Result stacked(std::vector<Expression> rows, std::size_t first) const {
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

  // Numbers, each with its sign; NumPy prints them without commas.
  Result array() {
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

  bool ends_component(std::size_t ahead) const {
    const Token* token = peek(ahead);
    if (token == nullptr) return false;
    if (token->is(',') || token->is(']')) return true;
    const bool spaced = !token->glued && tokens_[at_ + ahead - 1].apart;
    return spaced && (token->kind == Token::Kind::number || (token->is('-') && !token->apart));
  }

  // Components that are formulas: [1/2, √2].
  Result list() {
    if (depth_ >= kDeepest) return std::nullopt;
    const std::size_t first = at_++;
    std::vector<Expression> parts;
    ++depth_;
    do {
      Result part = sum();
      if (!part) return std::nullopt;
      parts.push_back(std::move(*part));
    } while (take(','));
    --depth_;
    if (!take(']') || parts.size() < 2) return std::nullopt;
    return node(Kind::list, first, std::move(parts));
  }

  Result word() {
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

  Result infinity() {
    ++at_;
    Expression result = node(Kind::number, at_ - 1);
    result.numbers.push_back(
        {.value = std::numeric_limits<double>::infinity(), .text = tokens_[at_ - 1].text});
    return result;
  }

  // "QK^T" of Q and K.
  bool is_pair_of_names(std::string_view text) const {
    return text.size() == 2 && !names_.contains(text) && names_.contains(text.substr(0, 1)) &&
           names_.contains(text.substr(1));
  }

  Result pair() {
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

  Result root() {
    const std::size_t first = at_++;
    Result inside = atom();
    if (!inside) return std::nullopt;
    return called("sqrt", first, std::move(*inside));
  }

  Result exponential() {
    const std::size_t first = at_;
    at_ += 2;
    Result inside = exponent_of();
    if (!inside) return std::nullopt;
    return called("exp", first, std::move(*inside));
  }

  Result called(std::string name, std::size_t first, Expression inside) const {
    std::vector<Expression> parts;
    parts.push_back(std::move(inside));
    Expression result = node(Kind::call, first, std::move(parts));
    result.name = std::move(name);
    return result;
  }

  Result call() {
    if (depth_ >= kDeepest) return std::nullopt;
    const std::size_t first = at_;
    const Function function = function_of(tokens_[at_++].text);
    Expression result{
        .kind = Kind::call, .name = std::string(function.name), .base = function.base};
    ++depth_;
    if (next_is('[')) {
      Result only = bracketed();
      if (!only) return std::nullopt;
      result.parts.push_back(std::move(*only));
    } else if (!take('(') || !arguments(result)) {
      return std::nullopt;
    }
    --depth_;
    result.begin = tokens_[first].begin;
    result.end = tokens_[at_ - 1].end;
    return result;
  }

  // Temperature divides the scores; an axis is the last, or nothing is known.
  bool arguments(Expression& call) {
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

  bool named_argument(Expression& call) {
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

  const std::vector<Token>& tokens_;
  const Names& names_;
  std::size_t at_;
  int depth_ = 0;
};

}  // namespace

std::optional<Parsed> parse_formula(const std::vector<Token>& tokens, std::size_t first,
                                    const Names& names) {
  return Grammar(tokens, first, names).formula();
}

}  // namespace attn
