// Lesson: causal-mask. How is a token kept from seeing those that come after it?
#include <fmt/format.h>

#include <algorithm>

#include "core/rows.hpp"
#include "lessons/causal_mask/causal_mask.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/steps.hpp"
#include "lessons/shared/tables.hpp"
#include "support/error.hpp"

namespace attn::lessons::causal_mask {

namespace {

constexpr Integer kMost{kMostWords};

struct Options {
  InputOptions input{.text = {}, .file = {}, .example = "", .dim = {}};
  std::optional<Integer> n;
  Integer queries = 2, keys = 5;
};

void declare(Knobs& knobs, Options& o) {
  knobs.example("attn causal-mask --n 8", "Eight tokens");
  knobs.example("attn causal-mask --text \"the dog bit the man\"", "Your own sentence");
  knobs.example("attn causal-mask --queries 1 --keys 6", "One new token and its cache");
  knobs.count("--n", o.n, 1, kMost, "Tokens to draw from --seed (5 unless you bring your own)");
  knobs.count("--queries", o.queries, 1, kMost, "Queries of the mask that is not square");
  knobs.count("--keys", o.keys, 1, kMost, "Keys of the mask that is not square");
  declare_input(knobs, o.input);
}

// --n tokens named t0, t1, … unless the reader brings a sentence.
InputOptions input_of(const Options& o) {
  constexpr Integer kTokens = 5;
  InputOptions input = o.input;
  const bool brought = input.text || input.file || input.model.given() || !input.example.empty();
  if (brought && o.n) {
    throw Error("--n draws tokens, and the sentence brings its own; leave out --n or the sentence");
  }
  if (input.example.empty()) input.example = kSixWords;
  if (!brought) {
    const Labels tokens = numbered("t", static_cast<Index>(o.n.value_or(kTokens)));
    input.text = fmt::format("{}", fmt::join(tokens, " "));
  }
  return input;
}

void write_mask(Page& page, const Steps& s) {
  const Index n = s.count(), hidden = n * (n - 1) / 2;
  page.say(
      "A model that learns to predict the next token must not see it. So query i may look at keys "
      "0 to i, and every later key is hidden: here {} of {} scores.",
      hidden, n * n);
  page.equation("masked", {R"(s_{ij} = -\infty \quad \text{where } j > i)"});
  page.table(mask_table("mask", "The mask: 1 = hidden, 0 = visible", "query", s.words(), s.words(),
                        *s.mask));
  page.note("Polarity", {"Here true means hidden, as in this page's JSON. PyTorch's ",
                         code("scaled_dot_product_attention"), " takes the opposite: true means ",
                         "visible. Check before you pass a mask on."});
}

void write_before_and_after(Page& page, const Steps& s, const Attention& open,
                            const InputOptions& input) {
  const Labels& words = s.words();
  say_drawn(page, input);
  page.table(matrix_table("scaled", "Scores, scaled", "query", words, words, s.a.scaled));
  page.table(matrix_table("visible", "Scores after masking", "query", words, words, s.a.visible));
  page.say("exp(−∞) is 0, so a hidden key gets no weight, and the visible ones share all of it.");
  page.table(
      matrix_table("unmasked", "Weights without the mask", "query", words, words, open.weights));
  page.table(matrix_table("weights", "Weights with it", "query", words, words, s.a.weights));
  page.heatmap(matrix_heatmap("unmasked-map", "Without the mask: every token sees every other",
                              words, words, open.weights));
  page.heatmap(matrix_heatmap("weights-map", "With it: nobody sees ahead", words, words,
                              s.a.weights, 0.0, 1.0, &*s.mask));
  const Matrix future = xt::where(*s.mask, s.a.weights, 0.0);
  page.claim("no-future", "every weight with j > i is exactly 0",
             same(future, xt::zeros_like(future), 0.0));
  page.claim("rows-sum", "every row still sums to 1", all_near(row_sum(s.a.weights), 1.0));
  page.claim("last-row", "the last row, which has no future, is as without the mask",
             same(rows_in_order(s.a.weights, {s.count() - 1}),
                  rows_in_order(open.weights, {s.count() - 1})));
}

// The rows of `now` up to i, then those of `later`.
Matrix changed_after(const Matrix& now, const Matrix& later, Index i) {
  Matrix result = later;
  std::copy_n(now.data(), (i + 1) * columns(now), result.data());
  return result;
}

// How far output i moves when every token after i becomes another.
double moved(const Steps& s, const Steps& other, const AttentionOptions& options, Index i) {
  const Matrix before = attention(s.q, s.k, s.v, options).output;
  const Matrix after = attention(changed_after(s.q, other.q, i), changed_after(s.k, other.k, i),
                                 changed_after(s.v, other.v, i), options)
                           .output;
  return largest_difference(rows_in_order(before, {i}), rows_in_order(after, {i}));
}

void write_change(Page& page, const Steps& s) {
  const AttentionOptions masked{.scale = s.a.scale, .mask = s.mask}, open{.scale = s.a.scale};
  Steps other = s;
  other.sentence.embeddings = 1.0 - s.sentence.embeddings;
  other.q = product(other.sentence.embeddings, s.sentence.w_q);
  other.k = product(other.sentence.embeddings, s.sentence.w_k);
  other.v = product(other.sentence.embeddings, s.sentence.w_v);

  page.say(
      "Put it to the test: for each token, change the embedding x of every later token to 1 − x, "
      "compute everything again, and see how far the token's output moves.");
  Table table{"changes",
              "Largest change of a token's output when all later tokens change",
              {{"token", "token", ""},
               {"later", "later tokens", ""},
               {"masked", "with the mask", ""},
               {"open", "without it", ""}},
              {}};
  Vector moves = xt::zeros<double>({s.count()});
  for (Index i = 0; i < s.count(); ++i) {
    moves(i) = moved(s, other, masked, i);
    table.rows.push_back(
        {s.words()[i], Integer{s.count() - 1 - i}, moves(i), moved(s, other, open, i)});
  }
  page.table(std::move(table));
  page.claim("past", "with the mask, no output depends on a later token",
             all_near(moves, 0.0, 0.0));
  page.say(
      "That is why a decoder learns from all positions of a text at once, and why the keys and "
      "values of past tokens can be kept while it writes.");
}

Document write(const Options& o) {
  const Steps s = take_steps({input_of(o), true, {}, {}});
  const Attention open = attention(s.q, s.k, s.v, {.scale = s.a.scale});
  Page page{"causal-mask", "Hiding the future"};
  write_mask(page, s);
  page.heading("Before and after");
  write_before_and_after(page, s, open, input_of(o));
  page.heading("The past does not depend on the future");
  write_change(page, s);
  page.heading("Masking after the softmax");
  write_late_mask(page, s, open.weights);
  page.heading("When no key is left");
  write_fills(page, row(s.a.scaled, 0));
  page.heading("When a score lies below the fill");
  write_leak(page, range_of(s.a.scaled).low);
  page.heading("When queries and keys differ in number");
  write_alignments(page, static_cast<Index>(o.queries), static_cast<Index>(o.keys));
  page.heading("BERT and GPT");
  page.say(
      "BERT (Devlin et al., 2018, arXiv 1810.04805) attends without this mask, so it reads both "
      "ways and fills gaps. GPT (Radford et al., 2018) attends with it, so it can write. The "
      "attention of both is otherwise the same formula.");
  page.try_next({{"attn causal-mask --n 8", {"The triangle grows: n(n − 1)/2 scores are hidden."}},
                 {"attn causal-mask --text \"who did what to whom\"", {"Your own words."}},
                 {"attn causal-mask --queries 5 --keys 2", {"Queries that no key is left for."}},
                 {"attn walkthrough --causal", {"Every step of attention under the mask."}}});
  add_arrays(page, s);
  page.array(array_of("unmasked_weights", open.weights, s.words(), s.words()));
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::causal_mask
