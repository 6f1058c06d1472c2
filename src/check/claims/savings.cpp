// "2 GB instead of 64 GB saves 97 %": how many per cent is a size less than another?
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "check/claims/comparison.hpp"
#include "check/claims/kinds.hpp"
#include "check/formula/digits.hpp"
#include "check/formula/vocabulary.hpp"

namespace attn {

namespace {

constexpr std::array<std::string_view, 14> kSavings{
    "saves", "saving",  "savings", "save", "reduction", "reduced", "reduces",
    "less",  "smaller", "lower",   "cut",  "cuts",      "fewer",   "drop"};
constexpr std::array<std::string_view, 6> kConnections{"to",   "vs",   "versus",
                                                       "from", "than", "instead"};

template <std::size_t n>
bool among(const std::array<std::string_view, n>& words, const Token& token) {
  return token.kind == Token::Kind::word && std::ranges::find(words, token.text) != words.end();
}

struct Found {
  std::size_t token;
  Expression number;
};

Found number_at(const std::vector<Token>& tokens, std::size_t i, const Unit& unit) {
  return {i,
          {.kind = Expression::Kind::number,
           .begin = tokens[i].begin,
           .end = tokens[i + 1].end,
           .numbers = {tokens[i].number},
           .unit = unit}};
}

struct Parts {
  std::vector<Found> sizes = {}, shares = {};
  std::vector<std::size_t> verbs = {};
  bool connected = false;
};

Parts parts_of(const std::vector<Token>& tokens) {
  Parts parts;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (among(kSavings, tokens[i])) parts.verbs.push_back(i);
    parts.connected = parts.connected || among(kConnections, tokens[i]) || tokens[i].is('>');
    if (tokens[i].kind != Token::Kind::number || i + 1 >= tokens.size()) continue;
    const Token& next = tokens[i + 1];
    if (next.is('%')) parts.shares.push_back(number_at(tokens, i, {.percent = true}));
    if (next.kind != Token::Kind::word) continue;
    const std::optional<Unit> unit = unit_of(next.text, next.no_space_before);
    if (unit && unit->bytes && !unit->billions) parts.sizes.push_back(number_at(tokens, i, *unit));
  }
  return parts;
}

}  // namespace

// Where a line speaks of two sizes and of one share beside them, and of nothing else.
std::vector<Statement> find_savings(const LineOfNotes& line, Earlier&) {
  constexpr std::size_t kNear = 3, kFar = 8;  // tokens
  const Parts parts = parts_of(line.tokens);
  if (parts.sizes.size() != 2 || parts.shares.size() != 1 || !parts.connected) return {};
  const std::size_t share = parts.shares[0].token;
  const auto distance = [share](std::size_t at) { return at > share ? at - share : share - at; };
  const bool saves =
      std::ranges::any_of(parts.verbs, [&](std::size_t verb) { return distance(verb) <= kNear; });
  const auto far = [&](const Found& size) { return distance(size.token) > 2 * kFar; };
  const bool beside =
      std::ranges::none_of(parts.sizes, far) && parts.sizes[1].token - parts.sizes[0].token <= kFar;
  if (!saves || !beside) return {};
  Statement saving{.kind = Statement::Kind::saving};
  for (const Found& size : parts.sizes) saving.members.push_back(size.number);
  saving.members.push_back(parts.shares[0].number);
  const bool about =
      share > 0 && (line.tokens[share - 1].is('`') || line.tokens[share - 1].is('~'));
  saving.members.back().loose = about;
  saving.begin = std::min(saving.members[0].begin, saving.members[2].begin);
  saving.end = std::max(saving.members[1].end, saving.members[2].end);
  return {std::move(saving)};
}

std::optional<Judgement> judge_saving(const Statement& s, Judging&) {
  const auto bytes = [](const Expression& e) {
    return e.numbers[0].value * factor_of(e.unit, {.thousand = 1024});
  };
  const double a = bytes(s.members[0]), b = bytes(s.members[1]);
  const Printed said = printed_cells(s.members[2], {.ignored = true}, s.members[2].loose)[0];
  const double percent = 100 * (1 - std::min(a, b) / std::max(a, b));
  Judgement result{.verdict = Judgement::Verdict::right, .begin = s.begin, .end = s.end};
  const bool holds = agrees({percent, percent}, said, Digits::round) ||
                     agrees({percent, percent}, said, Digits::truncate);
  if (holds) return result;
  result.verdict = s.quotes_an_error ? Judgement::Verdict::unsure : Judgement::Verdict::wrong;
  result.said = fmt::format("{} %", said.text);
  result.is = fmt::format("{} %", printed_like(percent, said.decimals));
  return result;
}

}  // namespace attn
