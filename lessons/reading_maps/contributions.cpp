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

double length(std::span<const double> x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

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

Contribution contribution(const Steps& s, Index i, Index j) {
  const double w = s.a.weights(i, j), value = length(row(s.v, j));
  const double gradient = w * distance(row(s.v, j), row(s.a.output, i));
  return {w, value, w * value, gradient, w < 1.0 ? Cell{gradient / (1.0 - w)} : Cell{Missing{}}};
}

Table contributions_table(const Steps& s) {
  Table table{"contributions",
              fmt::format("The row of “{}”, key by key", s.focus_word()),
              {{"key", "key", ""},
               {"weight", "weight", ""},
               {"value", "‖v‖", ""},
               {"product", "weight · ‖v‖", ""},
               {"gradient", "‖do/ds‖", ""},
               {"moved", "moves o, hidden", ""}},
              {}};
  for (Index j = 0; j < s.count(); ++j) {
    const Contribution c = contribution(s, s.focus, j);
    table.rows.push_back({s.words()[j], c.weight, c.value, c.product, c.gradient, c.moved});
  }
  return table;
}

// The key that leads row i by what `measure` says.
template <typename Measure>
Index leader(const Steps& s, Index i, Measure measure) {
  Index best = 0;
  for (Index j = 1; j < s.count(); ++j) {
    if (measure(contribution(s, i, j)) > measure(contribution(s, i, best))) best = j;
  }
  return best;
}

Table leaders_table(const Steps& s, Index& differing) {
  Table table{
      "leaders",
      "Which key leads each row, by weight and by weight · ‖v‖",
      {{"query", "query", ""}, {"weight", "by weight", ""}, {"product", "by weight · ‖v‖", ""}},
      {}};
  for (Index i = 0; i < s.count(); ++i) {
    const Index by_weight = leader(s, i, [](const Contribution& c) { return c.weight; });
    const Index by_product = leader(s, i, [](const Contribution& c) { return c.product; });
    differing += by_weight != by_product ? 1 : 0;
    table.rows.push_back({s.words()[i], s.words()[by_weight], s.words()[by_product]});
  }
  return table;
}

// The focused row's attention alone, with one key hidden as well, or scores moved.
Matrix output_of(const Steps& s, const Matrix& visible) {
  return weighted_sum(softmax(visible), s.v);
}

Check hiding_moves(const Steps& s) {
  const Matrix visible = rows_in_order(s.a.visible, {s.focus});
  double worst = 0.0;
  for (Index j = 0; j < s.count(); ++j) {
    const double w = s.a.weights(s.focus, j);
    if (w > kMostWeight) continue;
    Matrix hidden = visible;
    hidden(0, j) = -std::numeric_limits<double>::infinity();
    const double moved = distance(row(output_of(s, hidden), 0), row(s.a.output, s.focus));
    worst = std::max(worst, std::abs(moved - contribution(s, s.focus, j).gradient / (1.0 - w)));
  }
  return check(worst <= tolerance_of(s) / (1.0 - kMostWeight), "largest difference {}",
               tiny(worst));
}

// The derivative measured: the score of each key a little up, and a little down.
Check gradient_measured(const Steps& s) {
  constexpr double kStep = 1e-5;
  const Matrix visible = rows_in_order(s.a.visible, {s.focus});
  double worst = 0.0;
  for (Index j = 0; j < s.count(); ++j) {
    Matrix up = visible, down = visible;
    up(0, j) += kStep;
    down(0, j) -= kStep;
    const Matrix slope = (output_of(s, up) - output_of(s, down)) / (2.0 * kStep);
    worst = std::max(worst, std::abs(length(row(slope, 0)) - contribution(s, s.focus, j).gradient));
  }
  // kStep² of curvature, and rounding divided by kStep.
  const double tolerance = 1e-9 * std::max(1.0, largest_magnitude(s.v)) + tolerance_of(s) / kStep;
  return check(worst <= tolerance, "largest difference {}", tiny(worst));
}

}  // namespace

void write_contributions(Page& page, const Steps& s) {
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
  page.table(contributions_table(s));
  Index differing = 0;
  page.table(leaders_table(s, differing));
  page.say("In {} of {} row{} the key with the largest weight is not the one that adds most.",
           differing, s.count(), s.count() == 1 ? "" : "s");
  page.claim("gradient", "scores moved up and down move the output as the derivative says",
             gradient_measured(s));
  page.claim("hidden-key", "each key hidden in turn moves the output as the formula says",
             hiding_moves(s));
  const Index top = leader(s, s.focus, [](const Contribution& c) { return c.weight; });
  Matrix doubled = s.v;
  for (Index c = 0; c < columns(doubled); ++c) doubled(top, c) *= 2.0;
  const Attention other = attention(s.q, s.k, doubled, {.scale = s.a.scale, .mask = s.mask});
  page.claim(
      "blind-to-values",
      fmt::format("double the value of “{}”: the map stays the same to the bit", s.words()[top]),
      check(largest_difference(other.weights, s.a.weights) == 0.0, "the output of “{}” moves by {}",
            s.focus_word(),
            shown(distance(row(other.output, s.focus), row(s.a.output, s.focus)), 4)));
}

}  // namespace attn::lessons::reading_maps
