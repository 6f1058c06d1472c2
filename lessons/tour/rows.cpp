// What do the rows of the tour show, and what does it take to blur or sharpen them?
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/mask.hpp"
#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/worked_row.hpp"
#include "lessons/tour/tour.hpp"

namespace attn::lessons::tour {

namespace {

double uniform_entropy(const Tour& tour) {
  return std::log(static_cast<double>(tour.words().size()));
}

// A word without features has a query of zeros in layer 1, so all its scores are 0.
void observe_featureless(Page& page, const Tour& tour) {
  const Vector asked = row_sum(tour.here.sentence.embeddings);
  const auto found = std::ranges::find(asked, 0.0);
  if (found == asked.end() || tour.options.causal) return;
  const auto i = static_cast<Index>(found - asked.begin());
  const Matrix first = rows_in_order(tour.here.weights(1), {i});
  const Matrix even = xt::ones_like(first) / static_cast<double>(tour.words().size());
  page.claim(
      "asks-nothing",
      fmt::format("“{}”, which asks for nothing, has a uniform row in layer 1", tour.word(i)),
      same(first, even));
  page.say(
      "Its scores are all 0, so each word gets 1/{} = {:.4f}: that is what having nothing to look "
      "for looks like. In layer 2 it has collected something, and asks a little.",
      tour.words().size(), even(0, 0));
}

// Both layers at one sharpness: the entropies of all rows, and the row of "it" in layer 2.
struct Sharp {
  double sharpness;
  std::array<Vector, 2> entropies;
  Matrix row;  // (1, T)
};

Sharp sharpened(const Tour& tour, double sharpness) {
  const TwoLayers layers = run_two_layers(tour.here.sentence, sharpness, tour.options.causal);
  return {sharpness,
          {entropy(layers.weights(1)), entropy(layers.weights(2))},
          rows_in_order(layers.weights(2), {tour.pronoun})};
}

Chart entropy_chart(const Tour& tour) {
  Chart chart{"entropy-chart",
              fmt::format("Entropy of the row of “{}” against sharpness", tour.word(tour.pronoun)),
              "sharpness",
              "entropy (nats)",
              true,
              false,
              {{"layer 1", {}}, {"layer 2", {}}, {"uniform", {}}}};
  constexpr int kSteps = 20;  // from 0.1 to 10
  for (int i = 0; i <= kSteps; ++i) {
    const double sharpness = std::pow(10.0, 2.0 * i / kSteps - 1.0);
    const Sharp at = sharpened(tour, sharpness);
    for (Index l = 0; l < 2; ++l) {
      chart.series[l].points.emplace_back(sharpness, at.entropies[l](tour.pronoun));
    }
    chart.series[2].points.emplace_back(sharpness, uniform_entropy(tour));
  }
  return chart;
}

}  // namespace

void write_rows(Page& page, const Tour& tour) {
  const Matrix& weights = tour.here.weights(tour.layer);
  const std::optional<Mask> mask =
      tour.options.causal ? std::optional(causal_mask(tour.words().size())) : std::nullopt;
  page.say("All weights of layer {}. Rows ask, columns answer.", tour.layer);
  page.heatmap(matrix_heatmap("weights-map", fmt::format("Weights of layer {}", tour.layer),
                              tour.words(), tour.words(), weights, 0.0, 1.0,
                              mask ? &*mask : nullptr));
  const auto strongest = row_argmax(weights);
  const Vector sums = row_sum(weights);
  Table table{"rows",
              fmt::format("The rows of layer {}", tour.layer),
              {{"word", "word", ""},
               {"key", "looks most at", ""},
               {"weight", "weight", ""},
               {"sum", "row sum", ""}},
              {}};
  for (Index i = 0; i < tour.words().size(); ++i) {
    table.rows.push_back(
        {tour.word(i), tour.word(strongest(i)), weights(i, strongest(i)), sums(i)});
  }
  page.table(std::move(table));
  page.claim("rows-sum", "every row sums to 1", all_near(sums, 1.0));
  observe_featureless(page, tour);
  page.say("And one row from scores to weights: that of “{}”.", tour.word(tour.focus));
  page.table(row_to_weights("row", tour.word(tour.focus), tour.words(),
                            tour.here.attention(tour.layer), tour.focus));
}

void write_sharpness(Page& page, const Tour& tour) {
  page.say(
      "Multiply every score in both layers by a number before the softmax. Far below 1 every word "
      "attends to all alike, which tells it nothing. Far above 1 a row becomes a lookup: one key, "
      "or a tie.");
  Labels labels;
  Matrix map = xt::zeros<double>({Index{3}, tour.words().size()});
  Table table{"sharpness",
              fmt::format("Layer 2, and the row of “{}” in it", tour.word(tour.pronoun)),
              {{"sharpness", "sharpness", "", 1},
               {"mean", "entropy, all rows", "% of uniform", 1},
               {"row", "entropy, the row", "% of uniform", 1},
               {"peak", "largest weight", ""}},
              {}};
  std::vector<Sharp> levels;
  for (const double sharpness : {0.2, 1.0, 5.0}) levels.push_back(sharpened(tour, sharpness));
  for (Index k = 0; k < levels.size(); ++k) {
    const Sharp& at = levels[k];
    const double uniform = tour.words().size() > 1 ? uniform_entropy(tour) : 1.0;
    table.rows.push_back({at.sharpness, 100.0 * mean_of(at.entropies[1]) / uniform,
                          100.0 * at.entropies[1](tour.pronoun) / uniform, row_max(at.row)(0)});
    labels.push_back(fmt::format("{:g}", at.sharpness));
    std::ranges::copy(at.row, map.data() + k * columns(map));
  }
  page.table(std::move(table));
  page.heatmap(matrix_heatmap(
      "sharpness-map",
      fmt::format("The row of “{}” in layer 2, by sharpness", tour.word(tour.pronoun)), labels,
      tour.words(), map));
  page.chart(entropy_chart(tour));
  if (!tour.options.usual()) return;
  constexpr double kBlurred = 0.95, kLookup = 0.95;
  const double share = mean_of(levels[0].entropies[1]) / uniform_entropy(tour);
  const double peak = row_max(levels[2].row)(0);
  page.claim("blurred", fmt::format("at 0.2 the rows keep {:g} % of the entropy", 100 * kBlurred),
             check(share >= kBlurred, "{:.1f} %", 100.0 * share));
  page.claim("lookup", fmt::format("at 5 one key has more than {:g} of the weight", kLookup),
             check(peak > kLookup, "{:.5f}", peak));
}

}  // namespace attn::lessons::tour
