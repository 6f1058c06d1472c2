// What do mask, order and price of the tour show?
#include <fmt/format.h>

#include <algorithm>

#include "core/costs/cost.hpp"
#include "core/mask.hpp"
#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/tour/tour.hpp"

namespace attn::lessons::tour {

namespace {}  // namespace

void write_causal(Page& page, const Tour& tour) {
  const Index n = tour.words().size();
  const TwoLayers here = run_two_layers(tour.here.sentence, tour.options.sharpness, true);
  const TwoLayers there = run_two_layers(tour.there.sentence, tour.options.sharpness, true);
  const Mask mask = causal_mask(n);
  page.say(
      "Hide from every word the words after it, {} of {} scores. This is the difference between a "
      "model that fills gaps, like BERT, and one that writes, like GPT.",
      n * (n - 1) / 2, n * n);
  page.heatmap(matrix_heatmap("causal-map", "Weights of layer 2 under the causal mask",
                              tour.words(), tour.words(), here.weights(2), 0.0, 1.0, &mask));
  const Matrix future = xt::where(mask, here.weights(2), 0.0);
  page.claim("no-future", "no word gives weight to a later one",
             same(future, xt::zeros_like(future), 0.0));
  if (tour.adjective < tour.pronoun) {
    page.say("“{}” comes before “{}” and can still be seen.", tour.word(tour.adjective),
             tour.word(tour.pronoun));
    return;
  }
  page.claim(
      "causal-same",
      fmt::format("masked, the row of “{}” is the same in layer 2 too", tour.word(tour.pronoun)),
      same(rows_in_order(here.weights(2), {tour.pronoun}),
           rows_in_order(there.weights(2), {tour.pronoun}), 0.0));
  page.say(
      "“{0}” has not read “{1}” yet, so no depth can help it. What a model that writes makes of "
      "the sentence it must gather later: “{1}”, which sees everything, gives “{2}” {3:.4f} and "
      "“{4}” {5:.4f} in layer 2.",
      tour.word(tour.pronoun), tour.word(tour.adjective), tour.word(tour.alive),
      here.weights(2)(tour.adjective, tour.alive), tour.word(tour.broad),
      here.weights(2)(tour.adjective, tour.broad));
}

void write_order(Page& page, const Tour& tour) {
  const std::vector<Index> order = alphabetical(tour.given);
  Labels words;
  for (const Index i : order) words.push_back(tour.given[i]);
  const TwoLayers before = run_two_layers(sentence_of(tour.given), tour.options.sharpness, false);
  const TwoLayers after = run_two_layers(sentence_of(words), tour.options.sharpness, false);
  const auto it = static_cast<Index>(std::ranges::find(tour.given, tour.word(tour.pronoun)) -
                                     tour.given.begin());
  page.say("Put the words in alphabetical order, without the mask, and compute again.");
  Table table{"shuffled",
              fmt::format("The row of “{}” in layer 2, before and after", tour.word(tour.pronoun)),
              {{"word", "word", ""},
               {"old", "place before", ""},
               {"new", "place after", ""},
               {"before", "weight before", ""},
               {"after", "weight after", ""}},
              {}};
  const auto moved = static_cast<Index>(std::ranges::find(order, it) - order.begin());
  for (Index i = 0; i < order.size(); ++i) {
    table.rows.push_back({words[i], Integer{order[i]}, Integer{i}, before.weights(2)(it, order[i]),
                          after.weights(2)(moved, i)});
  }
  page.table(std::move(table));
  // Sums in another order: to the last bits of an output near 1 in the examples.
  const double tolerance =
      tour.options.usual() ? 1e-15 : kTolerance * (1.0 + tour.options.sharpness);
  page.claim("order-blind", "shuffled words give the same outputs, shuffled",
             same(rows_in_order(before.vectors(2), order), after.vectors(2), tolerance));
  page.say(
      "Every word kept its partners and their weights. Position is nowhere in the arithmetic, so "
      "it has to be put into the embeddings: that is what positional encodings are for.");
}

void write_price(Page& page, const Tour& tour) {
  Table table{"price",
              "Scores, and steps from the first word to the last",
              {{"words", "words", ""},
               {"scores", "scores a layer", ""},
               {"both", "in both layers", ""},
               {"path", "attention: steps", ""},
               {"chain", "recurrent: steps", ""}},
              {}};
  const Integer n{tour.words().size()};
  for (const Integer words : {n, 2 * n, 4 * n}) {
    table.rows.push_back(
        {words, score_entries(words), 2 * score_entries(words), Integer{1}, words - 1});
  }
  page.table(std::move(table));
  const Integer counted{tour.here.attention(1).scores.size()};
  page.claim("scores-counted", fmt::format("{} words need {} scores", n, score_entries(n)),
             check(counted == score_entries(n), "{} computed in layer 1", counted));
  const TwoLayers open = run_two_layers(tour.here.sentence, 1.0, false);
  const double least = range_of(open.weights(1)).low;
  page.claim("path", "one layer takes something from every word to every other",
             check(least > 0.0, "smallest weight in layer 1, unmasked: {:.4f}", least));
  page.say(
      "Twice the words, four times the scores; the path stays at one step. Direct reach, paid for "
      "with a square: that is the bargain of self-attention.");
}

}  // namespace attn::lessons::tour
