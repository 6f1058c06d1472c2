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

void declare(Knobs& knobs, Options& options) {
  knobs.example("attn causal-mask --n 8", "Eight tokens");
  knobs.example("attn causal-mask --text \"the dog bit the man\"", "Your own sentence");
  knobs.example("attn causal-mask --queries 1 --keys 6", "One new token and its cache");
  knobs.count("--n", options.n, 1, kMost,
              "Tokens to draw from --seed (5 unless you bring your own)");
  knobs.count("--queries", options.queries, 1, kMost, "Queries of the mask that is not square");
  knobs.count("--keys", options.keys, 1, kMost, "Keys of the mask that is not square");
  declare_input(knobs, options.input);
}

// --n tokens named t0, t1, … unless the reader brings a sentence.
InputOptions input_of(const Options& options) {
  constexpr Integer kTokens = 5;
  InputOptions input = options.input;
  const bool brought = input.text || input.file || input.model.given() || !input.example.empty();
  if (brought && options.n) {
    throw Error("--n draws tokens, and the sentence brings its own; leave out --n or the sentence");
  }
  if (input.example.empty()) input.example = kSixWords;
  if (!brought) {
    const Labels tokens = numbered("t", static_cast<Index>(options.n.value_or(kTokens)));
    input.text = fmt::format("{}", fmt::join(tokens, " "));
  }
  return input;
}

void write_mask(Page& page, const Steps& steps) {
  const Index n = steps.count(), hidden = n * (n - 1) / 2;
  page.say(
      "A model that learns to predict the next token must not see it. So query i may look at keys "
      "0 to i, and every later key is hidden: here {} of {} scores.",
      hidden, n * n);
  page.equation("masked", {R"(s_{ij} = -\infty \quad \text{where } j > i)"});
  page.table(mask_table("mask", "The mask: 1 = hidden, 0 = visible", "query", steps.words(),
                        steps.words(), *steps.mask));
  page.note("Polarity", {"Here true means hidden, as in this page's JSON. PyTorch's ",
                         code("scaled_dot_product_attention"), " takes the opposite: true means ",
                         "visible. Check before you pass a mask on."});
}

void write_before_and_after(Page& page, const Steps& steps, const Attention& open,
                            const InputOptions& input) {
  const Labels& words = steps.words();
  say_drawn(page, input);
  page.table(matrix_table("scaled", "Scores, scaled", "query", words, words, steps.a.scaled));
  page.table(
      matrix_table("visible", "Scores after masking", "query", words, words, steps.a.visible));
  page.say("exp(−∞) is 0, so a hidden key gets no weight, and the visible ones share all of it.");
  page.table(
      matrix_table("unmasked", "Weights without the mask", "query", words, words, open.weights));
  page.table(matrix_table("weights", "Weights with it", "query", words, words, steps.a.weights));
  page.heatmap(matrix_heatmap("unmasked-map", "Without the mask: every token sees every other",
                              words, words, open.weights));
  page.heatmap(matrix_heatmap("weights-map", "With it: nobody sees ahead", words, words,
                              steps.a.weights, 0.0, 1.0, &*steps.mask));
  const Matrix future = xt::where(*steps.mask, steps.a.weights, 0.0);
  page.claim("no-future", "every weight with j > i is exactly 0",
             same(future, xt::zeros_like(future), 0.0));
  page.claim("rows-sum", "every row still sums to 1", all_near(row_sum(steps.a.weights), 1.0));
  page.claim("last-row", "the last row, which has no future, is as without the mask",
             same(rows_in_order(steps.a.weights, {steps.count() - 1}),
                  rows_in_order(open.weights, {steps.count() - 1})));
}

// The rows of `now` up to i, then those of `later`.
Matrix changed_after(const Matrix& now, const Matrix& later, Index i) {
  Matrix result = later;
  std::copy_n(now.data(), (i + 1) * columns(now), result.data());
  return result;
}

// How far output i moves when every token after i becomes another.
double moved(const Steps& steps, const Steps& other, const AttentionOptions& options, Index i) {
  const Matrix before = attention(steps.q, steps.k, steps.v, options).output;
  const Matrix after =
      attention(changed_after(steps.q, other.q, i), changed_after(steps.k, other.k, i),
                changed_after(steps.v, other.v, i), options)
          .output;
  return largest_difference(rows_in_order(before, {i}), rows_in_order(after, {i}));
}

void write_change(Page& page, const Steps& steps) {
  const AttentionOptions masked{.scale = steps.a.scale, .mask = steps.mask},
      open{.scale = steps.a.scale};
  Steps other = steps;
  other.sentence.embeddings = 1.0 - steps.sentence.embeddings;
  other.q = product(other.sentence.embeddings, steps.sentence.w_q);
  other.k = product(other.sentence.embeddings, steps.sentence.w_k);
  other.v = product(other.sentence.embeddings, steps.sentence.w_v);

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
  Vector moves = xt::zeros<double>({steps.count()});
  for (Index i = 0; i < steps.count(); ++i) {
    moves(i) = moved(steps, other, masked, i);
    table.rows.push_back(
        {steps.words()[i], Integer{steps.count() - 1 - i}, moves(i), moved(steps, other, open, i)});
  }
  page.table(std::move(table));
  page.claim("past", "with the mask, no output depends on a later token",
             all_near(moves, 0.0, 0.0));
  page.say(
      "That is why a decoder learns from all positions of a text at once, and why the keys and "
      "values of past tokens can be kept while it writes.");
}

Document write(const Options& options) {
  const Steps steps = take_steps({input_of(options), true, {}, {}});
  const Attention open = attention(steps.q, steps.k, steps.v, {.scale = steps.a.scale});
  Page page{"causal-mask", "Hiding the future"};
  write_mask(page, steps);
  page.heading("Before and after");
  write_before_and_after(page, steps, open, input_of(options));
  page.heading("The past does not depend on the future");
  write_change(page, steps);
  page.heading("Masking after the softmax");
  write_late_mask(page, steps, open.weights);
  page.heading("When no key is left");
  write_fills(page, row(steps.a.scaled, 0));
  page.heading("When a score lies below the fill");
  write_leak(page, range_of(steps.a.scaled).low);
  page.heading("When queries and keys differ in number");
  write_alignments(page, static_cast<Index>(options.queries), static_cast<Index>(options.keys));
  page.heading("BERT and GPT");
  page.say(
      "BERT (Devlin et al., 2018, arXiv 1810.04805) attends without this mask, so it reads both "
      "ways and fills gaps. GPT (Radford et al., 2018) attends with it, so it can write. The "
      "attention of both is otherwise the same formula.");
  page.try_next({{"attn causal-mask --n 8", {"The triangle grows: n(n − 1)/2 scores are hidden."}},
                 {"attn causal-mask --text \"who did what to whom\"", {"Your own words."}},
                 {"attn causal-mask --queries 5 --keys 2", {"Queries that no key is left for."}},
                 {"attn walkthrough --causal", {"Every step of attention under the mask."}}});
  add_arrays(page, steps);
  page.array(array_of("unmasked_weights", open.weights, steps.words(), steps.words()));
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::causal_mask
