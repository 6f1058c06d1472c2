#include "check/claims/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "support/integer.hpp"

namespace attn {

namespace {

constexpr std::array kKinds{
    ClaimKind{Statement::Kind::chain, find_chains, judge_chain},
    ClaimKind{Statement::Kind::chain, find_labelled_softmax, judge_chain},
    ClaimKind{Statement::Kind::chain, find_columns, judge_chain},
    ClaimKind{Statement::Kind::ratio, find_ratios, judge_ratio},
    ClaimKind{Statement::Kind::saving, find_savings, judge_saving},
    ClaimKind{Statement::Kind::sums_to_one, find_sums_to_one, judge_sum_of_one}};

Judgement skipped(const Statement& s, std::string why) {
  return {.verdict = Judgement::Verdict::skipped,
          .begin = s.begin,
          .end = s.end,
          .remark = std::move(why)};
}

Statement unread(const LogicalLine& line) {
  constexpr std::size_t kExcerpt = 40;
  return {.kind = Statement::Kind::unread, .begin = line.begin, .end = line.begin + kExcerpt};
}

// Between two rows of HTML there is one.
bool is_blank(std::string_view text, const LogicalLine& line) {
  return text.substr(line.begin, line.end - line.begin).find_first_not_of(' ') ==
         std::string_view::npos;
}

// "Z_5", "mod 7", "modulo"
bool speaks_of_rests(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("Z_", at)) != std::string_view::npos; at += 2) {
    const char n = at + 2 < text.size() ? text[at + 2] : ' ';
    if ((n >= '0' && n <= '9') || n == 'n' || n == 'p') return true;
  }
  return std::ranges::any_of(std::array{"mod ", "mod(", "modulo "}, [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

// "#+TBLFM: $8=$2+$4", of columns of a table in Org.
bool computes_columns(std::string_view line) {
  return line.find("TBLFM") != std::string_view::npos;
}

std::optional<Judgement> judged(const Statement& s, Judging& judging) {
  if (s.kind == Statement::Kind::unread) {
    return skipped(s, fmt::format("no formula is looked for in more than {} bytes of a line",
                                  grouped(Integer{kLongestLine})));
  }
  return std::ranges::find(kKinds, s.kind, &ClaimKind::kind)->judge(s, judging);
}

}  // namespace

std::vector<Statement> find_statements(const NormalisedText& reading) {
  std::vector<Statement> all;
  Earlier earlier;
  for (const LogicalLine& line : logical_lines(reading.text)) {
    const bool too_long = line.end - line.begin > kLongestLine;
    if (line.may_hold_formula && too_long) all.push_back(unread(line));
    const std::string_view written =
        std::string_view(reading.text).substr(line.begin, line.end - line.begin);
    if (!line.may_hold_formula || too_long || computes_columns(written)) {
      earlier.sizes.skip();
      if (!is_blank(reading.text, line)) {
        std::ranges::move(earlier.tables.end(), std::back_inserter(all));
      }
      continue;
    }
    const std::vector<Token> tokens = tokens_of(reading.text, line.begin, line.end);
    const LineContext context = context_of(tokens);
    for (const ClaimKind& kind : kKinds) {
      for (Statement& statement : kind.find({reading.text, tokens, context}, earlier)) {
        statement.quotes_an_error = context.quotes_an_error;
        statement.weights = context.weights;
        all.push_back(std::move(statement));
      }
    }
  }
  std::ranges::move(earlier.tables.end(), std::back_inserter(all));
  return all;
}

std::vector<Judgement> judge(const NormalisedText& reading,
                             const std::vector<Statement>& statements, PrintedDigits digits) {
  Budget budget;
  SymbolTable symbols{budget};
  symbols.expect(statements);
  Judging judging{reading.text, digits, symbols, speaks_of_rests(reading.text)};
  std::vector<Judgement> judgements;
  for (const Statement& s : statements) {
    if (std::optional<Judgement> judgement = judged(s, judging)) {
      judgements.push_back(std::move(*judgement));
    }
    if (budget.is_spent()) {
      judgements.push_back(
          skipped(s, "from here on there is more to compute than is for one file"));
      break;
    }
  }
  return judgements;
}

}  // namespace attn
