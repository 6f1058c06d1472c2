// Whom may a word ask: itself, the other sentence, and why with two projections?
#include <fmt/format.h>

#include <algorithm>

#include "core/rows.hpp"
#include "lessons/context/context.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/worked_row.hpp"

namespace attn::lessons::context {

namespace {

std::string shape_of(const Matrix& m) { return fmt::format("{} × {}", rows(m), columns(m)); }

// What the W_K set by hand does to a word, so that its scores can be followed.
void write_money_key(Page& page, const Context& context, const Matrix& w_k) {
  page.table(matrix_table("money-key", "W_K, rows in, columns out", "of the word", context.features,
                          context.features, w_k, 0));
  page.say(
      "Now what a word has of {1} is what its key has of {0}, and its key has nothing else. So its "
      "score is the query's {0} times the word's {1}.",
      context.features[0], context.features[1]);
}

// Row i alone, (1, n).
Matrix only_row(const Matrix& m, Index i) { return rows_in_order(m, {i}); }

// The place of the first word that is not the one followed, or the number of words.
Index another_word(const InContext& sentence) {
  const Labels& words = sentence.words.tokens;
  const auto differs = [&](const std::string& word) { return word != words[sentence.place]; };
  return static_cast<Index>(std::ranges::find_if(words, differs) - words.begin());
}

}  // namespace

bool has_neighbour(const Context& context) {
  return context.sentences.front().words.tokens.size() > 1;
}

bool has_other_word(const Context& context) {
  const InContext& sentence = context.sentences.front();
  return another_word(sentence) < sentence.words.tokens.size();
}

void write_itself(Page& page, const Context& context) {
  const InContext& sentence = context.sentences.front();
  const Index n = sentence.words.tokens.size();
  Mask diagonal = xt::zeros<bool>({n, n});
  for (Index i = 0; i < n; ++i) diagonal(i, i) = true;
  const Attention others = attention(sentence.q, sentence.k, sentence.v, {.mask = diagonal});
  const std::string& word = sentence.words.tokens[sentence.place];
  page.say(
      "Nothing in the formula treats a word's own key in a special way. Hide it, and see what is "
      "left of “{}”.",
      word);
  Matrix both = xt::empty<double>({Index{2}, columns(sentence.v)});
  std::ranges::copy(row(sentence.a.output, sentence.place), both.data());
  std::ranges::copy(row(others.output, sentence.place), both.data() + columns(both));
  page.table(matrix_table(
      "itself", fmt::format("The output of “{}”", word), "its own key", {"seen", "hidden"},
      context.named ? context.features : numbered("", std::min(columns(sentence.v), kMostColumns)),
      first_columns(both, kMostColumns), 3));
  Matrix changed = sentence.v;
  for (Index f = 0; f < columns(changed); ++f) changed(sentence.place, f) += 1.0;
  const Attention again = attention(sentence.q, sentence.k, changed, {.mask = diagonal});
  page.claim(
      "no-self", fmt::format("without itself, the value of “{}” has no part in it", word),
      same(only_row(again.output, sentence.place), only_row(others.output, sentence.place), 0.0));
  page.say(
      "The word's own content is usually the most relevant there is. Without it the output is made "
      "of the neighbours alone.");
}

void write_cross(Page& page, const Context& context) {
  const InContext& asks = context.sentences[0];
  const InContext& answers = context.sentences[1];
  const Attention cross = attention(asks.q, answers.k, answers.v);
  page.say(
      "In self-attention queries, keys and values come from one sequence. In cross-attention the "
      "queries come from one, keys and values from another: so a decoder that translates asks the "
      "encoder (Vaswani et al., 2017, arXiv 1706.03762, section 3.2.3). The formula is the same.");
  page.table({"relations",
              "Who asks whom",
              {{"kind", "", ""},
               {"queries", "queries of", ""},
               {"keys", "keys and values of", ""},
               {"weights", "weights", ""},
               {"here", "here", ""}},
              {{"self", "n words", "the same n", "n × n", shape_of(asks.a.weights)},
               {"cross", "n words", "m others", "n × m", shape_of(cross.weights)}}});
  page.table(matrix_table("cross-weights", "Weights: the first sentence asks the second", "query",
                          asks.words.tokens, answers.words.tokens, cross.weights));
  page.claim("cross-sums", "every row sums to 1 over the other sentence",
             all_near(row_sum(cross.weights), 1.0));
  page.claim("cross-values", "what comes out is a blend of the other sentence's values alone",
             within_columns(cross.output, answers.v, tolerance_of(answers)));
  page.array(array_of("cross_weights", cross.weights, asks.words.tokens, answers.words.tokens));
}

void write_two_projections(Page& page, const Context& context) {
  const InContext& sentence = context.sentences.front();
  const Labels& words = sentence.words.tokens;
  const Index other = another_word(sentence);
  // By hand: a query about water looks for keys about money. Otherwise as drawn.
  const Matrix w_k = context.named ? Matrix{{0.0, 0.0}, {1.0, 0.0}} : sentence.words.w_k;
  const Matrix shared = product(sentence.q, transposed(sentence.q));
  const Matrix apart = product(sentence.q, transposed(product(sentence.words.embeddings, w_k)));
  page.say(
      "With one projection for both, a word would look for what it is itself, and any two words "
      "would ask of each other equally much. Two projections let “{}” want something of “{}” that "
      "it does not offer in return.{}",
      words[sentence.place], words[other],
      context.named ? " Set W_K anew, so that water asks for money:" : "");
  if (context.named) write_money_key(page, context, w_k);
  const Index i = sentence.place, j = other;
  page.table(
      {"projections",
       "Scores, undivided",
       {{"direction", "", ""}, {"shared", "W_K = W_Q", "", 3}, {"apart", "W_K of its own", "", 3}},
       {{fmt::format("{} asks {}", words[i], words[j]), shared(i, j), apart(i, j)},
        {fmt::format("{} asks {}", words[j], words[i]), shared(j, i), apart(j, i)}}});
  page.claim("symmetric", "with one projection for both, the scores are symmetric",
             same(shared, transposed(shared), tolerance_of(sentence)));
}

}  // namespace attn::lessons::context
