// "Logits: [2, 1, 0.1]", and on a line below it "Probabilities: [0.66, 0.24, 0.10]".
#include <algorithm>
#include <array>

#include "check/claims/kinds.hpp"
#include "check/formula/functions.hpp"

namespace attn {

namespace {

template <std::size_t n>
bool among(const std::array<std::string_view, n>& words, const Token& token) {
  return token.kind == Token::Kind::word && std::ranges::find(words, token.text) != words.end();
}

constexpr std::array<std::string_view, 4> kLogits{"Logits", "logits", "Logit", "logit"};
constexpr std::array<std::string_view, 8> kWeights{"Probabilities", "probabilities", "Probs",
                                                   "probs",         "Softmax",       "softmax",
                                                   "Probability",   "probability"};

// The only array of a line that holds but a label, ":" or "=", and it.
std::optional<Expression> labelled_array(const std::vector<Token>& tokens) {
  constexpr std::size_t kMostWords = 4;
  std::size_t at = 0;
  while (at < tokens.size() && at < kMostWords && tokens[at].kind == Token::Kind::word) ++at;
  if (at == 0 || at >= tokens.size() || !(tokens[at].is(':') || tokens[at].is('='))) return {};
  std::optional<Parsed> parsed = parse_formula(tokens, at + 1, {});
  if (!parsed || parsed->next != tokens.size()) return {};
  const Expression& e = parsed->expression;
  if (e.kind != Expression::Kind::array || e.rows > 0 || e.columns < 2 || e.tuple) return {};
  return std::move(parsed->expression);
}

// What may be weights at all: another array, of a temperature or of counts, is not judged.
bool may_be_weights(const Expression& array) {
  double sum = 0.0;
  for (const Printed& p : array.numbers) {
    if (p.value < 0.0 || p.value > 1.0) return false;
    sum += p.value;
  }
  return std::abs(sum - 1.0) < 0.05;
}

Expression softmax_of(Expression scores) {
  Expression call{.kind = Expression::Kind::call,
                  .begin = scores.begin,
                  .end = scores.end,
                  .name = "softmax",
                  .function = function_spelled("softmax")};
  call.parts.push_back(std::move(scores));
  return call;
}

}  // namespace

std::vector<Statement> find_labelled_softmax(const LineOfNotes& line, Earlier& earlier) {
  constexpr std::size_t kNear = 120;  // bytes
  std::optional<Expression> array = labelled_array(line.tokens);
  if (!array) return {};
  const auto says = [&line](const auto& words) {
    return std::ranges::any_of(line.tokens, [&](const Token& t) { return among(words, t); });
  };
  if (says(kLogits)) {
    earlier.logits = std::move(array);
    return {};
  }
  const std::optional<Expression> logits = std::move(earlier.logits);
  earlier.logits.reset();
  const bool follows = logits && array->begin - logits->end < kNear &&
                       logits->columns == array->columns && says(kWeights);
  if (!follows || !may_be_weights(*array)) return {};
  Statement chain{.begin = array->begin, .end = array->end, .links = "="};
  chain.members.push_back(softmax_of(*logits));
  chain.members.push_back(std::move(*array));
  return {std::move(chain)};
}

}  // namespace attn
