// Lesson: reading-maps. What does a picture of the weights say, and what does it not?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rows.hpp"
#include "core/softmax.hpp"
#include "lessons/reading_maps/reading_maps.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/steps.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::reading_maps {

namespace {

struct Options {
  StepsOptions sentence;
  Integer components = 1, layers = 3;
};

void declare(Knobs& knobs, Options& options) {
  knobs.example("attn reading-maps", "Four cautions, on six words");
  knobs.example("attn reading-maps --focus on", "Another row of the map");
  knobs.example("attn reading-maps --text \"who did what to whom\"", "Your own sentence");
  knobs.count("--components", options.components, 1, kMostDimensions,
              "Components of the values to keep, where other weights give the same output");
  knobs.count("--layers", options.layers, 1, 12, "Layers to stack where a map is of mixtures");
  declare_steps(knobs, options.sentence);
}

struct Pair {
  Index from, to;
  double difference;
};

// Every two words, the most unequal weights first.
std::vector<Pair> pairs_of(const Matrix& weights) {
  std::vector<Pair> pairs;
  for (Index i = 0; i < rows(weights); ++i) {
    for (Index j = i + 1; j < rows(weights); ++j) {
      pairs.push_back({i, j, std::abs(weights(i, j) - weights(j, i))});
    }
  }
  std::ranges::stable_sort(pairs, std::greater{}, &Pair::difference);
  return pairs;
}

Table pairs_table(const Steps& steps, const std::vector<Pair>& pairs) {
  constexpr Index kShown = 5;
  Table table{"there-and-back",
              "The most unequal pairs of the map",
              {{"a", "a", ""},
               {"b", "b", ""},
               {"there", "a looks at b", ""},
               {"back", "b looks at a", ""},
               {"score_there", "scaled there", "", 3},
               {"score_back", "scaled back", "", 3}},
              {}};
  for (const Pair& pair : pairs) {
    if (table.rows.size() == kShown) break;
    const auto [i, j, difference] = pair;
    table.rows.push_back({steps.words()[i], steps.words()[j], steps.a.weights(i, j),
                          steps.a.weights(j, i), steps.a.scaled(i, j), steps.a.scaled(j, i)});
  }
  return table;
}

// ln A_ij − ln A_ji against (s_ij − s_ji) + (ln Z_j − ln Z_i), where neither weight is 0.
Check ratios_explained(const Steps& run) {
  const SoftmaxSteps steps = softmax_steps(run.a.visible);
  const Vector log_sums = steps.peaks + xt::log(steps.sums);
  double worst = 0.0;
  for (const auto& [i, j, difference] : pairs_of(run.a.weights)) {
    const double there = run.a.weights(i, j), back = run.a.weights(j, i);
    constexpr double kExact = std::numeric_limits<double>::min();  // below, digits are lost
    if (there < kExact || back < kExact) continue;
    const double expected = run.a.scaled(i, j) - run.a.scaled(j, i) + log_sums(j) - log_sums(i);
    worst = std::max(worst, std::abs(std::log(there) - std::log(back) - expected));
  }
  return check(worst <= tolerance_of(run), "largest difference {}", tiny(worst));
}

void write_symmetry(Page& page, const Steps& steps) {
  if (steps.count() < 2) return page.say("One word has nobody else to look at.");
  const std::vector<Pair> pairs = pairs_of(steps.a.weights);
  const auto& [i, j, difference] = pairs.front();
  page.say(
      "“{0}” gives “{1}” a weight of {2:.4f}; “{1}” gives “{0}” {3:.4f}. A row says what its word "
      "looks for, and nothing about who looks back: query and key come from different projections.",
      steps.words()[i], steps.words()[j], steps.a.weights(i, j), steps.a.weights(j, i));
  page.table(pairs_table(steps, pairs));
  page.equation("ratio", {R"(\frac{A_{ij}}{A_{ji}} = \exp(s_{ij} - s_{ji}) \cdot )"
                          R"(\frac{Z_j}{Z_i}, \quad Z_i = \sum_k \exp(s_{ik}))"});
  page.claim("ratio-explained",
             "two things make a pair unequal: its two scaled scores s, and the two row sums Z",
             ratios_explained(steps));
  const Attention shared =
      attention(steps.k, steps.k, steps.v, {.scale = steps.a.scale, .mask = steps.mask});
  page.say(
      "With one matrix for queries and keys the first of the two would go: every score there is "
      "the score back, so nobody could look for one thing and offer another. The map would still "
      "not be symmetric, since each row is divided by its own sum.");
  page.table({"shared",
              "The largest difference between there and back",
              {{"queries", "queries from", ""},
               {"scores", "scaled scores", "", 3},
               {"weights", "weights", ""}},
              {{"W_Q", largest_difference(steps.a.scaled, transposed(steps.a.scaled)),
                largest_difference(steps.a.weights, transposed(steps.a.weights))},
               {"W_K, as the keys", largest_difference(shared.scaled, transposed(shared.scaled)),
                largest_difference(shared.weights, transposed(shared.weights))}}});
  page.claim("shared-scores", "with queries made like keys, scores are symmetric",
             same(shared.scores, transposed(shared.scores),
                  kTolerance * std::max(1.0, largest_magnitude(shared.scores))));
}

// What a map does show: figures to look at before anything else.
void write_uses(Page& page, const Steps& steps) {
  const double n = static_cast<double>(steps.count());
  Vector self = xt::empty<double>({steps.count()}), first = xt::empty<double>({steps.count()});
  double future = 0.0;
  for (Index i = 0; i < steps.count(); ++i) {
    self(i) = steps.a.weights(i, i);
    first(i) = steps.a.weights(i, 0);
    for (Index j = i + 1; j < steps.count(); ++j) future = std::max(future, steps.a.weights(i, j));
  }
  const Vector entropies = entropy(steps.a.weights), peaks = row_max(steps.a.weights);
  page.say(
      "Gross faults show at once: a mask that leaks, rows that are all alike, rows that are NaN. "
      "These are the figures to look at first. They describe the map; they do not say what the "
      "model thinks.");
  Table table{"signs",
              "The map in five figures",
              {{"figure", "", ""}, {"value", "value", ""}, {"says", "look out for", ""}},
              {}};
  const auto add = [&table](std::string figure, Cell value, std::string says) {
    table.rows.push_back({std::move(figure), std::move(value), std::move(says)});
  };
  add("mean entropy / ln n", steps.count() > 1 ? Cell{mean_of(entropies) / std::log(n)} : Missing{},
      "1: uniform, 0: one key each");
  add("mean largest weight", mean_of(peaks),
      fmt::format("1/n = {:.4f}: nothing stands out", 1.0 / n));
  add("mean weight on itself", mean_of(self), "1: every word keeps to itself");
  add("mean weight on the first", mean_of(first), "near 1: an attention sink");
  add("largest weight on the future", future, "more than 0 in a causal model: a leak");
  page.table(std::move(table));
  page.say(
      "A word may look at itself since its own content often is the most useful there is. It need "
      "not: the residual connection adds the word's own vector to the output anyway.");
  page.say(
      "Few heads are as tidy as examples in articles. In BERT many put most of their weight on "
      "[SEP], commas and full stops (Clark et al., 2019, arXiv 1906.04341); language models park "
      "weight on the first token (Xiao et al., 2023, arXiv 2309.17453).");
}

Document write(const Options& options) {
  const Steps steps = take_steps(options.sentence);
  Page page{"reading-maps", "What an attention map does not say"};
  page.say(
      "Draw the weights as a picture, and you have an attention map: the most used window into a "
      "model, and the most over-read. This one is of {} word{}. Rows ask, columns answer. Four "
      "cautions follow, each computed.",
      steps.count(), steps.count() == 1 ? "" : "s");
  page.heatmap(matrix_heatmap("weights-map", "The map", steps.words(), steps.words(),
                              steps.a.weights, 0.0, 1.0, steps.mask ? &*steps.mask : nullptr));
  page.section("looked-at", "Looking at is not being looked at");
  write_symmetry(page, steps);
  page.section("weight-and-contribution", "A weight is not a contribution");
  write_contributions(page, steps);
  page.section("another-map", "Another map, the same output");
  write_other_weights(page, steps, static_cast<Index>(options.components));
  page.section("mixtures", "A deeper map is of mixtures");
  write_depth(page, steps, static_cast<Index>(options.layers));
  page.heading("What a map is good for");
  write_uses(page, steps);
  page.try_next({{"attn reading-maps --focus on", {"The largest weight is not the largest share."}},
                 {"attn reading-maps --components 3", {"Wider values leave less freedom."}},
                 {"attn reading-maps --layers 6 --causal", {"Deeper: who is in there now?"}},
                 {"attn walkthrough", {"Where the weights come from."}}});
  add_arrays(page, steps);
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::reading_maps
