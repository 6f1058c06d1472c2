// What did each key really add to a row's output?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rows.hpp"
#include "core/softmax.hpp"
#include "lessons/reading_maps/reading_maps.hpp"
#include "lessons/shared/claims.hpp"
#include "render/number.hpp"

namespace attn::lessons::reading_maps {

namespace {

// a − b
double distance(std::span<const double> a, std::span<const double> b) {
  double squares = 0.0;
  for (Index c = 0; c < a.size(); ++c) squares += (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(squares);
}

// Four ways to say how much key j has to do with the output of row i.
struct Contribution {
  double weight, value, product, gradient;
  Cell moved;  // missing where the key has all the weight
};

// 1 − w of a key that has nearly all the weight is mostly rounding.
constexpr double kMostWeight = 0.999;

Contribution contribution(const Steps& steps, Index i, Index j) {
  const double w = steps.a.weights(i, j), value = norm(row(steps.v, j));
  const double gradient = w * distance(row(steps.v, j), row(steps.a.output, i));
  return {w, value, w * value, gradient, w < 1.0 ? Cell{gradient / (1.0 - w)} : Cell{Missing{}}};
}

Table contributions_table(const Steps& steps) {
  Table table{"contributions",
              fmt::format("The row of “{}”, key by key", steps.focus_word()),
              {{"key", "key", ""},
               {"weight", "weight", ""},
               {"value", "‖v‖", ""},
               {"product", "weight · ‖v‖", ""},
               {"gradient", "‖do/ds‖", ""},
               {"moved", "moves o, hidden", ""}},
              {}};
  for (Index j = 0; j < steps.count(); ++j) {
    const auto [weight, value, product, gradient, moved] = contribution(steps, steps.focus, j);
    table.rows.push_back({steps.words()[j], weight, value, product, gradient, moved});
  }
  return table;
}

// The key that leads row i by what `measure` says.
template <typename Measure>
Index leader(const Steps& steps, Index i, Measure measure) {
  Index best = 0;
  for (Index j = 1; j < steps.count(); ++j) {
    if (measure(contribution(steps, i, j)) > measure(contribution(steps, i, best))) best = j;
  }
  return best;
}

Table leaders_table(const Steps& steps, Index& differing) {
  Table table{
      "leaders",
      "Which key leads each row, by weight and by weight · ‖v‖",
      {{"query", "query", ""}, {"weight", "by weight", ""}, {"product", "by weight · ‖v‖", ""}},
      {}};
  for (Index i = 0; i < steps.count(); ++i) {
    const Index by_weight =
        leader(steps, i, [](const Contribution& contribution) { return contribution.weight; });
    const Index by_product =
        leader(steps, i, [](const Contribution& contribution) { return contribution.product; });
    differing += by_weight != by_product ? 1 : 0;
    table.rows.push_back({steps.words()[i], steps.words()[by_weight], steps.words()[by_product]});
  }
  return table;
}

// The focused row's attention alone, with one key hidden as well, or scores moved.
Matrix output_of(const Steps& steps, const Matrix& visible) {
  return weighted_sum(softmax(visible), steps.v);
}

Check hiding_moves(const Steps& steps) {
  const Matrix visible = rows_in_order(steps.a.visible, {steps.focus});
  double worst = 0.0;
  for (Index j = 0; j < steps.count(); ++j) {
    const double w = steps.a.weights(steps.focus, j);
    if (w > kMostWeight) continue;
    Matrix hidden = visible;
    hidden(0, j) = -std::numeric_limits<double>::infinity();
    const double moved =
        distance(row(output_of(steps, hidden), 0), row(steps.a.output, steps.focus));
    worst =
        std::max(worst, std::abs(moved - contribution(steps, steps.focus, j).gradient / (1.0 - w)));
  }
  return check(worst <= tolerance_of(steps) / (1.0 - kMostWeight), "largest difference {}",
               tiny(worst));
}

// The derivative measured: the score of each key a little up, and a little down.
Check gradient_measured(const Steps& steps) {
  constexpr double kStep = 1e-5;
  const Matrix visible = rows_in_order(steps.a.visible, {steps.focus});
  double worst = 0.0;
  for (Index j = 0; j < steps.count(); ++j) {
    Matrix up = visible, down = visible;
    up(0, j) += kStep;
    down(0, j) -= kStep;
    const Matrix slope = (output_of(steps, up) - output_of(steps, down)) / (2.0 * kStep);
    worst = std::max(worst,
                     std::abs(norm(row(slope, 0)) - contribution(steps, steps.focus, j).gradient));
  }
  // kStep² of curvature, and rounding divided by kStep.
  const double tolerance =
      1e-9 * std::max(1.0, largest_magnitude(steps.v)) + tolerance_of(steps) / kStep;
  return check(worst <= tolerance, "largest difference {}", tiny(worst));
}

}  // namespace

void write_contributions(Page& page, const Steps& steps) {
  page.equation("sum", {R"(o = \sum_j w_j v_j)",
                        R"(\frac{\mathrm{d} o}{\mathrm{d} s_j} = w_j \cdot (v_j - o))",
                        R"(o_{-j} - o = \frac{w_j}{1 - w_j} \cdot (o - v_j))"});
  page.say(
      "A key of weight w adds w · v to the output, and the map knows nothing of v: a large weight "
      "on a short value adds little (Kobayashi et al., 2020, arXiv 2004.10102).");
  page.say(
      "Nor does it know what the other keys say. Move a score, or hide a key (o_−j), and the "
      "output moves by its distance from v, so a value that equals the output could go unnoticed, "
      "whatever its weight. Gradients see that; weights do not (Bastings and Filippova, 2020, "
      "arXiv 2010.05607).");
  page.table(contributions_table(steps));
  Index differing = 0;
  page.table(leaders_table(steps, differing));
  page.say("In {} of {} row{} the key with the largest weight is not the one that adds most.",
           differing, steps.count(), steps.count() == 1 ? "" : "s");
  page.claim("gradient", "scores moved up and down move the output as the derivative says",
             gradient_measured(steps));
  page.claim("hidden-key", "each key hidden in turn moves the output as the formula says",
             hiding_moves(steps));
  const Index top = leader(steps, steps.focus,
                           [](const Contribution& contribution) { return contribution.weight; });
  Matrix doubled = steps.v;
  for (Index c = 0; c < columns(doubled); ++c) doubled(top, c) *= 2.0;
  const Attention other =
      attention(steps.q, steps.k, doubled, {.scale = steps.a.scale, .mask = steps.mask});
  page.claim(
      "blind-to-values",
      fmt::format("double the value of “{}”: the map stays the same to the bit",
                  steps.words()[top]),
      check(largest_difference(other.weights, steps.a.weights) == 0.0,
            "the output of “{}” moves by {}", steps.focus_word(),
            shown(distance(row(other.output, steps.focus), row(steps.a.output, steps.focus)), 4)));
}

}  // namespace attn::lessons::reading_maps
