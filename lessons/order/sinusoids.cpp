// How do sinusoids that are added to the embeddings tell places apart?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/rows.hpp"
#include "core/sinusoids.hpp"
#include "lessons/order/order.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::order {

namespace {

constexpr Index kShownPlaces = 12, kShownColumns = 8, kChartPlaces = 40;

Chart waves_chart(Index width, double base) {
  const Matrix table = sinusoids(places(kChartPlaces), width, base);
  Chart chart{
      "sinusoids-chart", "The sines of the first pairs", "position", "sine", false, false, {}};
  for (Index c = 0; c < std::min<Index>(width, 8); c += 2) {
    Series series{fmt::format("pair {}", c / 2), {}};
    for (Index t = 0; t < kChartPlaces; ++t) {
      series.points.emplace_back(static_cast<double>(t), table(t, c));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

// Places far from each other at equal distances must have equal dot products.
void claim_distances(Page& page, Index width, double base) {
  if (width % 2 != 0) {
    return page.say(
        "A sine and its cosine together turn as places go on. With an odd number of columns the "
        "last sine has no cosine beside it.");
  }
  constexpr Index kPlaces = 6;
  Vector differences = xt::zeros<double>({Index{4}});
  const Matrix near = sinusoids(places(kPlaces), width, base);
  const Matrix dots = product(near, transposed(near));
  for (Index k = 0; k < 4; ++k) {
    const Matrix far =
        sinusoids(places(kPlaces, std::pow(10.0, static_cast<double>(k))), width, base);
    differences(k) = largest_difference(product(far, transposed(far)), dots);
  }
  page.claim("sinusoid-distance",
             "the dot product of two positions depends on their distance alone",
             all_small(differences, kTolerance * static_cast<double>(width)));
  constexpr double kSteps = 7.0;
  const std::vector<double> back(kPlaces, -kSteps);
  page.claim(
      "sinusoid-turns",
      fmt::format("{:.0f} places further on, every pair of components has only turned", kSteps),
      same(rotated(near, rotation(back, width, base), RotaryLayout::pairs),
           sinusoids(places(kPlaces, kSteps), width, base)));
}

// The score of the first word's query and the last word's key falls into four.
void write_terms(Page& page, const Steps& steps, double base) {
  const Index last = steps.count() - 1;
  Table table{"terms",
              fmt::format("With sinusoids: the score of “{}” and “{}”, both moved on, term by term",
                          steps.words()[0], steps.words()[last]),
              {{"shift", "moved by", ""},
               {"words", "word · word", "", 3},
               {"word_place", "word · place", "", 3},
               {"place_word", "place · word", "", 3},
               {"places", "place · place", "", 3},
               {"score", "score", "", 3}},
              {}};
  double worst = 0.0;
  for (const double shift : {0.0, 1.0, 10.0}) {
    const Matrix p =
        sinusoids(places(steps.count(), shift), columns(steps.sentence.embeddings), base);
    const Matrix pq = product(p, steps.sentence.w_q), pk = product(p, steps.sentence.w_k);
    const double words = dot(row(steps.q, 0), row(steps.k, last)),
                 there = dot(row(steps.q, 0), row(pk, last)),
                 back = dot(row(pq, 0), row(steps.k, last)), both = dot(row(pq, 0), row(pk, last));
    const Matrix q = steps.q + pq, k = steps.k + pk;
    const double score = dot(row(q, 0), row(k, last));
    worst = std::max(worst, std::abs(score - (words + there + back + both)));
    table.rows.push_back({static_cast<Integer>(shift), words, there, back, both, score});
  }
  page.say(
      "A score then has four parts: what the words have to do with each other, each word with the "
      "other's place, and the two places. Only the first is as before. The others change when both "
      "words move on together: absolute places matter.");
  page.table(std::move(table));
  page.claim("four-terms", "the four parts add up to the score",
             check(worst <= 100.0 * tolerance_of(steps), "largest difference {}", tiny(worst)));
}

std::string waves_here(Index width, double base) {
  const double shortest = 2.0 * std::numbers::pi, pairs = static_cast<double>((width + 1) / 2);
  if (base == 1.0) {
    return fmt::format("Here the base is 1, and all {} columns have waves of {:.2f} positions.",
                       width, shortest);
  }
  return fmt::format("Here {} columns have waves of {:.2f} to {:.0f} positions.", width, shortest,
                     shortest * std::pow(base, 2.0 * (pairs - 1.0) / static_cast<double>(width)));
}

}  // namespace

void write_sinusoids(Page& page, const TwoOrders& two) {
  const Steps& steps = two.steps;
  const double base = two.options.base;
  const Index width = columns(steps.sentence.embeddings), shown = std::min(width, kShownColumns);
  page.equation("sinusoid-formula",
                {R"(p_{t,2i} = \sin(t \omega_i))", R"(p_{t,2i+1} = \cos(t \omega_i))",
                 R"(\omega_i = b^{-2i/d_{\text{model}}})"});
  page.say(
      "The first transformer adds a vector p to each embedding, one for each position t: waves, "
      "each pair of columns slower than the one before (Vaswani et al., 2017, arXiv 1706.03762, "
      "section 3.5). {}",
      waves_here(width, base));
  const Matrix table = first_columns(sinusoids(places(kShownPlaces), width, base), shown);
  page.heatmap(matrix_heatmap("sinusoids-map",
                              "Position vectors: a row a position, a column a component",
                              numbered("t ", kShownPlaces), numbered("", shown), table, -1.0, 1.0));
  page.chart(waves_chart(width, base));
  if (base > 1.0) {
    page.say(
        "Fast waves tell neighbours apart, slow ones the regions of a text: like the hands of a "
        "clock. No two positions have the same vector until the slowest wave has gone round.");
  }
  claim_distances(page, width, base);
  write_terms(page, steps, base);
}

}  // namespace attn::lessons::order
