// What is counted: the units and the nouns beside the numbers of a formula.
#include "check/formula/functions.hpp"
#include "check/formula/grammar.hpp"
#include "check/formula/vocabulary.hpp"
#include "check/normalise/normalised_text.hpp"

namespace attn {

using Kind = Expression::Kind;

std::optional<Unit> Grammar::unit_at(const Token& token) const {
  const bool name = token.text.size() == 1 && names_.contains(token.text);
  if (name && token.text != "B") return std::nullopt;
  return unit_of(token.text, token.no_space_before);
}

// Whether the "x" that stands here ends "= 24.75x more", and no product goes on.
bool Grammar::ends_factor() const {
  const Token* after = peek(1);
  if (names_.contains("x")) return false;
  return after == nullptr || (after->kind == Token::Kind::word && !after->no_space_before) ||
         after->is('.') || after->is(',') || after->is(';') || after->is(')') || after->is('|');
}

void Grammar::skip_rate(Unit& unit) {
  const Token* word = peek(1);
  if (!next_is('/') || word == nullptr || word->kind != Token::Kind::word ||
      is_function(word->text) || names_.contains(word->text)) {
    return;
  }
  const Token* after = peek(2);
  const bool glued = peek()->no_space_before && word->no_space_before;
  const bool ends = after == nullptr || after->kind == Token::Kind::word || is_link(*after) ||
                    after->is('.') || after->is(',') || after->is(';') || after->is(')');
  if (!glued && (!ends || !is_noun(word->text))) return;  // "5.3 GB / sequence"
  unit.rate = true;
  at_ += 2;
}

void Grammar::skip_label() {
  const Token *name = peek(1), *after = peek(3);
  if (!next_is('(') || peek()->no_space_before || name == nullptr || !next_is(')', 2)) return;
  const bool goes_on = after != nullptr && (is_operator(*after) || is_link(*after));
  if (name->kind == Token::Kind::word && !names_.contains(name->text) && goes_on) at_ += 3;
}

void Grammar::skip_noun_after(bool begun, Unit& unit) {
  constexpr std::size_t kMostWords = 3;  // "32 KV heads ×", "8 attention heads ×"
  std::size_t words = 0;
  while (words < kMostWords && counts(peek(words))) ++words;
  const Token* after = peek(words);
  if (words == 0 || after == nullptr) return;
  const Token& last = *peek(words - 1);
  const Token* each = peek(words + 1);
  const bool rate = after->is('/') && each != nullptr && each->kind == Token::Kind::word &&
                    (after->no_space_before ? each->no_space_before : counts(each));
  const bool of = is_holder(last.text) && after->is_word("of") && next_is_number(words + 1);
  const bool result =
      begun && is_link(*after) && !after->no_space_before && last.text[0] != kUnspacedLetter;
  if (!rate && !is_operator(*after) && !after->is('+') && !result && !of) return;
  unit.rate = unit.rate || rate || is_time(last.text);
  at_ += words + (rate ? 2 : 0);
}

bool Grammar::counts(const Token* word) const {
  return word != nullptr && word->kind == Token::Kind::word && is_noun(word->text) &&
         !names_.contains(word->text) && !is_name(*word, names_);
}

Grammar::Result Grammar::unit_behind(const Expression& before) {
  const Token* token = peek();
  const bool closed = before.kind == Kind::power || tokens_[at_ - 1].is(')');
  if (token == nullptr || token->kind != Token::Kind::word || !closed) return std::nullopt;
  const std::optional<Unit> unit = unit_of(token->text, false);
  if (!unit || !unit->bytes) return std::nullopt;
  ++at_;
  Expression one = node(Kind::number, at_ - 1);
  one.numbers.push_back({.value = 1.0, .text = "1"});
  one.unit = *unit;
  skip_rate(one.unit);
  return one;
}

void Grammar::skip_noun_before() {
  const Token* token = peek();
  if (token != nullptr && is_noun(token->text) && token->kind == Token::Kind::word &&
      next_is_number(1) && !names_.contains(token->text)) {
    ++at_;
  }
}

bool Grammar::next_is_of() const {
  if (!next_is_word("of") || !next_is_number(1) || at_ == first_) return false;
  const Token& before = tokens_[at_ - 1];
  return before.is('%') || (before.kind == Token::Kind::word && is_holder(before.text));
}

}  // namespace attn
