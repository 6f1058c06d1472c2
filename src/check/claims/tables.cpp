#include "check/claims/tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "check/claims/kinds.hpp"
#include "check/formula/digits.hpp"
#include "check/formula/functions.hpp"
#include "notes/lines.hpp"

namespace attn {

namespace {

template <std::size_t n>
bool among(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

std::string lowered(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ') result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

bool names_scores(std::string_view header) {
  constexpr std::array<std::string_view, 7> kNames{"logit", "logits", "score",   "scores",
                                                   "z",     "z_i",    "logit(z)"};
  return among(kNames, header);
}

bool names_exponentials(std::string_view header) {
  constexpr std::array<std::string_view, 7> kNames{"e^z",    "e^(z)",   "exp(z)",    "e^x",
                                                   "exp(x)", "e^(z_i)", "exp(logit)"};
  return among(kNames, header);
}

bool names_weights(std::string_view header) {
  constexpr std::array<std::string_view, 8> kNames{
      "p", "prob", "probability", "softmax", "weights", "weight", "p_i", "softmax(z)"};
  return among(kNames, header);
}

bool names_total(std::string_view cell) {
  constexpr std::array<std::string_view, 4> kNames{"total", "sum", "total:", "sum:"};
  return among(kNames, cell);
}

Expression call(std::string_view name, Expression of) {
  Expression result{.kind = Expression::Kind::call,
                    .begin = of.begin,
                    .end = of.end,
                    .name = std::string(name),
                    .function = function_spelled(name)};
  result.parts.push_back(std::move(of));
  return result;
}

Statement claim(Expression formula, Expression result) {
  Statement chain{.begin = result.begin, .end = result.end, .links = "="};
  chain.members.push_back(std::move(formula));
  chain.members.push_back(std::move(result));
  return chain;
}

// How many of the cells are as printed.
std::size_t agreeing(const Expression& formula, const Expression& result) {
  const Environment plain{.name = [](const std::string&) { return Computed{}; },
                          .number = [](const Printed& p, bool) { return exactly(p); }};
  const Computed computed = evaluate(formula, plain);
  if (!computed || computed->cells.size() != result.numbers.size()) return 0;
  std::size_t same = 0;
  for (std::size_t i = 0; i < result.numbers.size(); ++i) {
    if (agrees(computed->cells[i], result.numbers[i], Digits::round)) ++same;
  }
  return same;
}

}  // namespace

Tables::Row Tables::row_of(std::string_view text, const std::vector<Token>& tokens) {
  Row row;
  for (std::size_t i = 0; i < tokens.size();) {
    std::size_t end = i;
    while (end < tokens.size() && !tokens[end].is('|')) ++end;
    if (end > i) {
      const std::size_t begin = tokens[i].begin;
      Cell cell{lowered(trimmed(text.substr(begin, tokens[end - 1].end - begin)))};
      const std::optional<Parsed> parsed = parse_formula(tokens, i, {});
      const bool number =
          parsed && parsed->next == end && parsed->expression.kind == Expression::Kind::number;
      if (number) cell.number = parsed->expression;
      row.push_back(std::move(cell));
    }
    i = end + 1;
  }
  return row;
}

std::vector<Statement> Tables::read(std::string_view text, const std::vector<Token>& tokens) {
  constexpr std::size_t kMostRows = 200;
  const bool cells = std::ranges::any_of(tokens, [](const Token& t) { return t.is('|'); });
  if (!cells) return end();
  Row row = row_of(text, tokens);
  const auto rule = [](const Cell& cell) {
    return cell.text.find_first_not_of(";:-+") == std::string::npos;
  };
  if (std::ranges::all_of(row, rule)) return {};  // |---|---|
  std::vector<Statement> found;
  if (!rows_.empty() && rows_[0].size() != row.size()) found = end();
  if (rows_.size() < kMostRows) rows_.push_back(std::move(row));
  return found;
}

// Of the rows below the first, all of them numbers of one unit.
std::optional<Expression> Tables::column(std::size_t at, std::size_t rows) const {
  Expression result{.kind = Expression::Kind::array};
  const std::optional<Expression>& first = rows_[1][at].number;
  for (std::size_t i = 1; i <= rows; ++i) {
    const std::optional<Expression>& cell = rows_[i][at].number;
    if (!cell || cell->unit.percent != first->unit.percent || cell->unit.is_size()) return {};
    Printed p = cell->numbers[0];
    if (cell->unit.percent) {
      p.value /= 100;
      p.step /= 100;
      p.decimals += 2;
    }
    result.numbers.push_back(p);
  }
  result.columns = result.numbers.size();
  result.begin = first->begin;
  result.end = rows_[rows][at].number->end;
  return result;
}

void Tables::find_columns(std::vector<Statement>& found) const {
  const std::size_t rows = rows_.size() - 1 - (names_total(rows_.back()[0].text) ? 1 : 0);
  const Row& header = rows_[0];
  const auto scores =
      std::ranges::find_if(header, [](const Cell& cell) { return names_scores(cell.text); });
  if (scores == header.end() || rows < 2) return;
  const std::optional<Expression> z =
      column(static_cast<std::size_t>(scores - header.begin()), rows);
  if (!z) return;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string_view function = names_exponentials(header[i].text) ? "exp"
                                      : names_weights(header[i].text)    ? "softmax"
                                                                         : "";
    if (function.empty()) continue;
    std::optional<Expression> result = column(i, rows);
    if (!result) continue;
    Expression formula = call(function, *z);
    if (2 * agreeing(formula, *result) < rows) continue;  // of another temperature, or base
    found.push_back(claim(std::move(formula), std::move(*result)));
  }
}

// A total that is off is told only beside one that is not: a row of means may be called "total",
// too.
void Tables::find_totals(std::vector<Statement>& found) const {
  const std::size_t rows = rows_.size() - 2;
  if (rows_.size() < 4 || !names_total(rows_.back()[0].text)) return;
  std::vector<Statement> totals;
  bool one_holds = false;
  for (std::size_t i = 1; i < rows_[0].size(); ++i) {
    const std::optional<Expression> terms = column(i, rows);
    const std::optional<Expression>& total = rows_.back()[i].number;
    if (!terms || !total || total->unit.is_size()) continue;
    double sum = 0.0, slack = 0.0;
    for (const Printed& p : terms->numbers) {
      sum += p.value;
      slack += p.decimals > 0 ? p.step / 2 : 0.0;
    }
    const double said = total->numbers[0].value * (total->unit.percent ? 0.01 : 1.0);
    const bool holds = std::abs(sum - said) <= 1e-9 * std::abs(sum);
    one_holds = one_holds || holds;
    if (holds || std::abs(sum - said) >
                     slack + total->numbers[0].step / 2 * (total->unit.percent ? 0.01 : 1.0)) {
      totals.push_back(claim(call("sum", *terms), *total));
    }
  }
  if (one_holds) std::ranges::move(totals, std::back_inserter(found));
}

std::vector<Statement> Tables::end() {
  std::vector<Statement> found;
  if (rows_.size() > 2 && rows_[0].size() > 1) {
    find_columns(found);
    find_totals(found);
  }
  rows_.clear();
  return found;
}

std::vector<Statement> find_columns(const LineOfNotes& line, Earlier& earlier) {
  return earlier.tables.read(line.text, line.tokens);
}

}  // namespace attn
