// What formulas hold in brackets: formulas again, vectors, matrices.
#include <algorithm>

#include "check/formula/grammar.hpp"

namespace attn {

namespace {

using Kind = Expression::Kind;

}  // namespace

namespace {

// A row's numbers as formulas, or its formulas.
void add_components(Expression row, std::vector<Expression>& parts) {
  for (const Printed& p : row.numbers) {
    parts.push_back({.kind = Kind::number, .begin = row.begin, .end = row.end, .numbers = {p}});
  }
  for (Expression& part : row.parts) parts.push_back(std::move(part));
}

}  // namespace

std::vector<Expression> Grammar::sums() {
  std::vector<Expression> parts;
  do {
    Result part = sum();
    if (!part) return {};
    parts.push_back(std::move(*part));
  } while (take(','));
  return parts;
}

Grammar::Result Grammar::parenthesised() {
  const std::size_t first = at_++;
  std::vector<Expression> parts = sums();
  if (parts.empty() || !take(')')) return std::nullopt;
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
  const auto list = [](const Expression& row) { return row.kind == Kind::list; };
  const bool formulas = std::ranges::any_of(rows, list);
  Expression matrix = node(formulas ? Kind::list : Kind::array, first);
  matrix.rows = rows.size();
  matrix.columns = rows[0].columns;
  for (Expression& row : rows) {
    if (row.rows > 0 || row.columns != matrix.columns) return std::nullopt;
    if (formulas) add_components(std::move(row), matrix.parts);
    matrix.numbers.insert(matrix.numbers.end(), row.numbers.begin(), row.numbers.end());
  }
  if (formulas) matrix.numbers.clear();
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
  const bool spaced = !token->no_space_before && tokens_[at_ + ahead - 1].space_after;
  return spaced && (token->kind == Token::Kind::number || (token->is('-') && !token->space_after));
}

Grammar::Result Grammar::list() {
  if (depth_ >= kDeepest) return std::nullopt;
  const Deeper deeper(depth_);
  const std::size_t first = at_++;
  std::vector<Expression> parts = sums();
  if (parts.size() < 2 || !take(']')) return std::nullopt;
  Expression result = node(Kind::list, first, std::move(parts));
  result.columns = result.parts.size();
  return result;
}

}  // namespace attn
