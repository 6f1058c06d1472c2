#include "check/claims/ratios.hpp"

#include <algorithm>
#include <array>

#include "check/formula/vocabulary.hpp"

namespace attn {

namespace {

constexpr std::array<std::string_view, 16> kComparisons{
    "reduction", "less",   "smaller", "fewer",    "saving",  "savings", "lower",       "cheaper",
    "larger",    "bigger", "more",    "increase", "reduced", "shrink",  "compression", "decrease"};

constexpr std::array<std::string_view, 7> kConnections{"to",      "vs",   "versus", "from",
                                                       "against", "than", "instead"};

template <std::size_t n>
bool among(const std::array<std::string_view, n>& words, const Token& token) {
  return token.kind == Token::Kind::word && std::ranges::find(words, token.text) != words.end();
}

Expression number_at(const Token& token, const Unit& unit, std::size_t end) {
  return {.kind = Expression::Kind::number,
          .begin = token.begin,
          .end = end,
          .numbers = {token.number},
          .unit = unit};
}

// "8×", "8x", "8-fold", "8 times", and then a word that compares; not what another has said.
bool is_factor(const std::vector<Token>& tokens, std::size_t i) {
  if (i + 2 >= tokens.size() || (i > 0 && tokens[i - 1].is('"'))) return false;
  const Token& sign = tokens[i + 1];
  std::size_t word = i + 2;
  if (sign.is('-') && tokens[i + 2].is_word("fold")) {
    ++word;
  } else if (!(sign.is('*') || sign.is_word("x") || sign.is_word("times") ||
               sign.is_word("fold"))) {
    return false;
  }
  return word < tokens.size() && among(kComparisons, tokens[word]);
}

// "from 32 heads to 8 heads": where the words begin, and the two counts.
struct Counts {
  std::size_t begin, end;  // tokens
  Expression before, after;
};

std::string_view singular(const Token& noun) {
  const bool plural = noun.text.size() > 2 && noun.text.ends_with('s');
  return noun.text.substr(0, noun.text.size() - (plural ? 1 : 0));
}

// How many words stand at `a` that stand at `b` as well: "KV heads".
std::size_t same_words(const std::vector<Token>& tokens, std::size_t a, std::size_t b) {
  constexpr std::size_t kMostWords = 3;
  std::size_t n = 0;
  while (n < kMostWords && b + n < tokens.size() && tokens[a + n].kind == Token::Kind::word &&
         tokens[b + n].kind == Token::Kind::word && !tokens[a + n].is_word("to") &&
         singular(tokens[a + n]) == singular(tokens[b + n])) {
    ++n;
  }
  return n;
}

std::optional<Counts> counts_in(const std::vector<Token>& tokens) {
  const auto counts = [](const Token& t) {
    return t.kind == Token::Kind::number && t.number.value > 0;
  };
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens[i].is_word("from") && !tokens[i].is_word("From")) continue;
    std::size_t to = i + 2;
    while (to + 2 < tokens.size() && to < i + 6 && !tokens[to].is_word("to")) ++to;
    if (!tokens[to].is_word("to") || to + 2 >= tokens.size()) continue;
    const std::size_t words = to - (i + 2), end = to + 2 + words;
    if (words == 0 || !counts(tokens[i + 1]) || !counts(tokens[to + 1])) continue;
    if (same_words(tokens, i + 2, to + 2) < words) continue;
    if (unit_of(tokens[i + 2].text, tokens[i + 2].no_space_before)) continue;
    return Counts{i, end, number_at(tokens[i + 1], {}, tokens[to - 1].end),
                  number_at(tokens[to + 1], {}, tokens[end - 1].end)};
  }
  return std::nullopt;
}

// Whether the factor is of the counts, and of nothing else: "…, an 8× reduction." but not "…, an
// 8× reduction in memory".
bool is_of(const Counts& counts, const std::vector<Token>& tokens, std::size_t factor) {
  std::size_t end = factor + 2;  // the word that compares
  while (end < tokens.size() && !among(kComparisons, tokens[end])) ++end;
  if (++end == counts.begin) return true;
  const bool more = end < tokens.size() && tokens[end].kind == Token::Kind::word;
  if (factor < counts.end || more) return false;
  return std::all_of(tokens.begin() + static_cast<std::ptrdiff_t>(counts.end),
                     tokens.begin() + static_cast<std::ptrdiff_t>(factor), [](const Token& t) {
                       return t.is(',') || t.is('(') || t.is(':') || t.is('-') || t.is('=') ||
                              t.is_word("a") || t.is_word("an") || t.is_word("is") ||
                              t.is_word("thus");
                     });
}

bool connected(const std::vector<Token>& tokens, std::size_t from, std::size_t to) {
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(from),
                     tokens.begin() + static_cast<std::ptrdiff_t>(to),
                     [](const Token& t) { return t.is('>') || among(kConnections, t); });
}

Statement ratio(std::vector<Expression> members, std::size_t begin, std::size_t end) {
  return {
      .kind = Statement::Kind::ratio, .begin = begin, .end = end, .members = std::move(members)};
}

}  // namespace

Sizes::Line Sizes::read(const std::vector<Token>& tokens) {
  Line line;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is('|')) ++line.cells;
    if (tokens[i].kind != Token::Kind::number || i + 1 >= tokens.size()) continue;
    const Token& next = tokens[i + 1];
    const std::optional<Unit> unit =
        next.kind == Token::Kind::word ? unit_of(next.text, next.no_space_before) : std::nullopt;
    if (unit && unit->bytes) {
      line.sizes.push_back({i, line.cells, number_at(tokens[i], *unit, next.end)});
    } else if (is_factor(tokens, i)) {
      line.factors.push_back({i, line.cells, number_at(tokens[i], {}, next.end)});
      if (i > 0 &&
          (tokens[i - 1].is('`') || tokens[i - 1].is('~') || tokens[i - 1].is_word("about"))) {
        line.factors.back().expression.loose = true;
      }
    }
  }
  return line;
}

std::vector<Expression> Sizes::above(const Line& line, std::size_t cell) const {
  std::vector<Expression> sizes;
  for (const Line& row : table_) {
    const auto in_cell = [cell](const Size& s) { return s.cell == cell; };
    if (row.cells != line.cells || std::ranges::count_if(row.sizes, in_cell) != 1) continue;
    sizes.push_back(std::ranges::find_if(row.sizes, in_cell)->expression);
  }
  return sizes;
}

std::optional<Statement> Sizes::ratio_of_counts(const Line& line,
                                                const std::vector<Token>& tokens) {
  if (line.factors.size() != 1 || !line.sizes.empty()) return std::nullopt;
  const Factor& factor = line.factors[0];
  std::optional<Counts> counts = counts_in(tokens);
  if (!counts || !is_of(*counts, tokens, factor.token)) return std::nullopt;
  const std::size_t begin = std::min(counts->before.begin, factor.expression.begin);
  const std::size_t end = std::max(counts->after.end, factor.expression.end);
  return ratio({std::move(counts->before), std::move(counts->after), factor.expression}, begin,
               end);
}

std::vector<Statement> Sizes::ratios(const std::vector<Token>& tokens) {
  constexpr std::size_t kMostRows = 50;
  Line line = read(tokens);
  std::vector<Statement> found;
  if (line.cells == 1 || (!table_.empty() && table_.back().cells != line.cells)) table_.clear();
  if (std::optional<Statement> counted = ratio_of_counts(line, tokens)) {
    found.push_back(std::move(*counted));
  } else if (line.factors.size() == 1) {
    const Factor& factor = line.factors[0];
    std::vector<Size> near;
    for (const Size& size : line.sizes) {
      if (size.cell == factor.cell) near.push_back(size);
    }
    // "An 8× reduction from 64 MB to 4 MB", but not one of something else, far before.
    constexpr std::size_t kNear = 6;
    if (!near.empty() && near[0].token > factor.token + kNear) near.clear();
    while (near.size() > 2 && near[1].token < factor.token && near[2].token < factor.token) {
      near.erase(near.begin());  // the two nearest before it
    }
    std::vector<Expression> members;
    if (near.size() == 2 && connected(tokens, near[0].token, near[1].token)) {
      members = {near[0].expression, near[1].expression};
    } else if (near.size() == 1 && line.cells > 1) {
      members = above(line, factor.cell);
      if (!members.empty()) members.push_back(near[0].expression);
    }
    if (!members.empty()) {
      const std::size_t begin = near.front().expression.begin;
      members.push_back(factor.expression);
      found.push_back(ratio(std::move(members), std::min(begin, factor.expression.begin),
                            std::max(near.back().expression.end, factor.expression.end)));
    }
  }
  if (line.cells > 1 && table_.size() < kMostRows) table_.push_back(std::move(line));
  return found;
}

}  // namespace attn
