// Lesson: walkthrough. What does self-attention do to a sentence, number by number?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/errata_figures.hpp"
#include "lessons/shared/observations.hpp"
#include "lessons/shared/saturation_sweep.hpp"
#include "lessons/shared/steps.hpp"
#include "lessons/shared/tables.hpp"
#include "lessons/shared/worked_row.hpp"
#include "lessons/walkthrough/walkthrough.hpp"
#include "support/size.hpp"

namespace attn::lessons::walkthrough {

namespace {

void declare(Knobs& knobs, Options& options) {
  knobs.example("attn walkthrough", "Six words, every step");
  knobs.example("attn walkthrough --example cat-sat", "Three words, small enough for a pencil");
  knobs.example("attn walkthrough --text \"the dog bit the man\" --focus dog", "Your own sentence");
  knobs.example("attn walkthrough --example cat-sat --round 2",
                "What a pencil gets, and is off by");
  declare_steps(knobs, options);
  declare_by_hand(knobs, options);
}

void write_projections(Page& page, const Steps& steps, const Options& options) {
  const bool columns_first = options.layout == VectorLayout::columns;
  const auto shape = [columns_first](const Matrix& m) {
    return columns_first ? fmt::format("{} × {}", columns(m), rows(m))
                         : fmt::format("{} × {}", rows(m), columns(m));
  };
  page.say(
      "On its own a word has one vector, whatever stands around it. Self-attention lets every word "
      "look at every other, and rewrites it as a blend of what it found. Here is every number of "
      "that, for {} words: {}.",
      steps.count(), fmt::join(steps.words(), " "));
  page.say(
      "Each word's vector is multiplied by three matrices. The query says what the word looks for, "
      "the key what it can be found by, the value what it hands over when it is found.");
  say_drawn(page, options.input);
  if (drawn(options.input) && !options.input.text) {
    page.say(
        "Two things are arranged. The second “the” is the first one again, and “mat” is made to "
        "resemble “cat”: {} · cat + {} · noise, drawn after the embeddings.",
        kCatInMat, kNoiseInMat);
  }
  page.equation("projections", {R"(Q = X W_Q)", R"(K = X W_K)", R"(V = X W_V)"});
  page.table({"shapes",
              "What goes in, and what it is projected to",
              {{"name", "", ""}, {"holds", "one row a word", ""}, {"shape", "shape", ""}},
              {{"X", "embeddings", shape(steps.sentence.embeddings)},
               {"Q", "queries", shape(steps.q)},
               {"K", "keys", shape(steps.k)},
               {"V", "values", shape(steps.v)}}});
}

void write_scores(Page& page, const Steps& steps, const Options& options) {
  page.equation("scores-formula", {R"(S = Q K^\top)"});
  page.say(
      "A score is a dot product: large when a query and a key point the same way. {0} queries and "
      "{0} keys make {1} scores. Rows ask, columns answer.",
      steps.count(), steps.count() * steps.count());
  page.table(matrix_table("scores", "Scores", "query", steps.words(), steps.words(), steps.a.scores,
                          shown_digits(options, 3)));
  page.say("One row in full, for “{}”: multiply component by component, then add.",
           steps.focus_word());
  Table products =
      dot_products("products", steps.focus_word(), steps.words(), steps.q, steps.k, steps.focus);
  for (Index j = 0; options.round && j < steps.count(); ++j) {
    products.rows[j].back() = steps.a.scores(steps.focus, j);
  }
  page.table(std::move(products));
}

void write_scaling(Page& page, const Steps& steps, const Options& options) {
  const Index width = columns(steps.k);
  const double root = std::sqrt(static_cast<double>(width));
  if (options.scale) {
    page.equation("scaling-formula", {R"(S' = c \cdot Q K^\top)"});
    page.say("You asked for c = {:g}. The usual factor is 1/√d_k = 1/√{} = {:.4f}.", *options.scale,
             width, 1.0 / root);
  } else {
    page.equation("scaling-formula", {R"(S' = \frac{Q K^\top}{\sqrt{d_k}})"});
    page.say("A key has {0} components: each score is divided by √{0} = {1:.3f}.", width, root);
  }
  const Range raw = range_of(steps.a.scores), scaled = range_of(steps.a.scaled);
  page.table({"spread",
              "How far apart the scores lie",
              {{"which", "", ""}, {"low", "lowest", "", 3}, {"high", "highest", "", 3}},
              {{"raw", raw.low, raw.high}, {"scaled", scaled.low, scaled.high}}});
  page.say(
      "Why: a dot product of d random terms has variance d, so scores grow with the width of the "
      "model. Undivided, one key soon takes nearly all the weight, and hardly any gradient passes "
      "through the others. To watch it, take random vectors, wider and wider:");
  const SweepOptions sweep{.seed = options.input.seed};
  page.table(peaks_table(run_sweep(sweep), sweep));
}

void write_softmax(Page& page, const Options& options) {
  if (by_hand(options)) return write_carried_softmax(page, options);
  page.equation("softmax-formula",
                {R"(A_{ij} = \frac{\exp(s_{ij} - m_i)}{\sum_k \exp(s_{ik} - m_i)})"});
  page.say(
      "Every row becomes a distribution: nothing below 0, sum 1. The row maximum m is subtracted "
      "so that no exponential can overflow; it cancels, and changes no weight.");
}

void write_weights(Page& page, const Steps& steps, const Options& options) {
  if (steps.mask) {
    page.say("The causal mask hides the future: a hidden score counts as −∞, so its weight is 0.");
    page.table(mask_table("mask", "Mask (1 = hidden)", "query", steps.words(), steps.words(),
                          *steps.mask));
  }
  page.table(by_hand(options)
                 ? carried_row(steps, options)
                 : row_to_weights("row", steps.focus_word(), steps.words(), steps.a, steps.focus));
  page.table(matrix_table("weights", "Weights", "query", steps.words(), steps.words(),
                          steps.a.weights, shown_digits(options, 4)));
  page.heatmap(matrix_heatmap("weights-map", "The weights as a picture", steps.words(),
                              steps.words(), steps.a.weights, 0.0, 1.0,
                              steps.mask ? &*steps.mask : nullptr));
  page.claim("rows-sum",
             options.round ? "every row of rounded weights sums to 1, but for their rounding"
                           : "every row of weights sums to 1",
             all_near(row_sum(steps.a.weights), 1.0, tolerance_of_sums(steps, options)));
  if (!options.round) observe_displayed_sums(page, steps.words(), steps.a.weights);
  observe_equal_words(page, steps);
}

void write_output(Page& page, const Steps& steps, const Options& options) {
  page.equation("output-formula", {R"(O = A V)"});
  page.say(
      "Row i of the output mixes the values in the proportions of row i of the weights. Here it is "
      "for “{}”, key by key: weight times value, and the sum.",
      steps.focus_word());
  Table mixture = weighted_values("mixture", steps.focus_word(), steps.words(), steps.a.weights,
                                  steps.v, steps.focus);
  for (Index c = 0; options.round && c + 2 < mixture.columns.size(); ++c) {
    mixture.rows.back()[c + 2] = steps.a.output(steps.focus, c);
  }
  page.table(std::move(mixture));
  const Labels features = numbered("", std::min(columns(steps.v), kMostColumns));
  page.table(matrix_table("output", "Output, by matrix product", "word", steps.words(), features,
                          first_columns(steps.a.output, kMostColumns), shown_digits(options, 4)));
  const double tolerance = tolerance_of(steps) + half_unit(options) * (1.0 + 1e-9);
  page.claim("by-hand", "summed by hand or multiplied as matrices, the outputs are the same",
             same(summed_by_hand(steps.a.weights, steps.v), steps.a.output, tolerance));
  page.claim(
      "between-values", "every output lies between the smallest and the largest value",
      within_columns(steps.a.output, steps.v,
                     tolerance + tolerance_of_sums(steps, options) * largest_magnitude(steps.v)));
}

void write_links(Page& page, const Steps& steps, const Options& options) {
  const auto strongest = row_argmax(steps.a.weights);
  Table table{"links",
              fmt::format("The strongest link of each word (1/{} = {:.4f} would be uniform)",
                          steps.count(), 1.0 / static_cast<double>(steps.count())),
              {{"query", "word", ""}, {"key", "looked most at", ""}, {"weight", "weight", ""}},
              {}};
  for (Index i = 0; i < steps.count(); ++i) {
    table.rows.push_back(
        {steps.words()[i], steps.words()[strongest(i)], steps.a.weights(i, strongest(i))});
  }
  page.table(std::move(table));
  if (drawn(options.input)) observe_similar_words(page, steps);
  if (by_hand(options)) return;
  observe_order(page, steps);
  if (options.input.example == "cat-sat" && !options.causal && !options.scale)
    note_printed_weights(page, steps);
}

void write_cost(Page& page) {
  page.listing(
      "scores  = Q @ K.T / sqrt(d_k)\n"
      "weights = softmax(scores)          # along each row\n"
      "output  = weights @ V",
      "python");
  page.say(
      "Three lines, and an n × n matrix in the middle of them. Twice the words make four times the "
      "scores: that is why long contexts are expensive.");
  Table table{"cost",
              "One matrix of scores in float32 (4 bytes each; KiB, MiB, GiB by 1,024)",
              {{"tokens", "tokens", ""},
               {"entries", "entries", ""},
               {"bytes", "bytes", ""},
               {"memory", "memory", ""}},
              {}};
  for (const Integer n : {8, 512, 4096, 32768}) {
    const Integer bytes = n * n * Integer{sizeof(float)};
    table.rows.push_back({n, n * n, bytes, natural_size(bytes)});
  }
  page.table(std::move(table));
}

Document write(const Options& options) {
  const Steps exact = take_steps(options);
  const Steps steps = by_hand(options) ? carried(exact, options) : exact;
  Page page{"walkthrough", "Self-attention on one sentence, step by step"};
  write_projections(page, steps, options);
  if (options.round) {
    page.say("Every step is rounded to {} digits, and the next is computed from the rounded one.",
             *options.round);
  }
  page.section("scoring", "Every query meets every key");
  write_scores(page, steps, options);
  page.section("scaling", options.scale ? "Scores are scaled" : "Scores are divided by √d_k");
  write_scaling(page, steps, options);
  page.section("normalising", "Softmax turns each row into weights");
  write_softmax(page, options);
  write_weights(page, steps, options);
  page.section("averaging", "The output is a weighted average of the values");
  write_output(page, steps, options);
  page.heading("What each word looked at");
  write_links(page, steps, options);
  if (options.round) {
    page.heading("What rounding costs");
    Options unrounded = options;
    unrounded.round.reset();
    write_drift(page, carried(exact, unrounded), steps, options);
  }
  page.heading("The whole of it, and what it costs");
  write_cost(page);
  const NextSteps::Item other =
      options.input.example == kSixWords
          ? NextSteps::Item{"attn walkthrough --example cat-sat",
                            {"Three words you can check by hand."}}
          : NextSteps::Item{"attn walkthrough",
                            {"Six words, with projections that are not the identity."}};
  page.try_next({other,
                 {"attn walkthrough --causal", {"The same words, none of them seeing ahead."}},
                 {"attn walkthrough --seed 1", {"Other random numbers: what stays true?"}},
                 {"attn scaling-demo", {"Why √d_k, measured."}}});
  add_arrays(page, steps);
  Document document = std::move(page).finish();
  return options.layout == VectorLayout::columns ? in_columns(std::move(document)) : document;
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::walkthrough
