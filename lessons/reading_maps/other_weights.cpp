// Which other weights would have given a row the same output?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/identifiability.hpp"
#include "core/rows.hpp"
#include "lessons/reading_maps/reading_maps.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::reading_maps {

namespace {

constexpr Index kShownComponents = 4;

// The keys that the focused word may see.
std::vector<Index> visible_keys(const Steps& steps) {
  std::vector<Index> keys;
  for (Index j = 0; j < steps.count(); ++j) {
    if (!steps.mask || !(*steps.mask)(steps.focus, j)) keys.push_back(j);
  }
  return keys;
}

Table weights_table(const Steps& steps, const std::vector<Index>& keys, const Matrix& weights,
                    const Matrix& other, const Matrix& v) {
  Table table{
      "other-weights",
      fmt::format("Two rows of weights for “{}”, and the values they blend", steps.focus_word()),
      {{"key", "key", ""}, {"weight", "weight", ""}, {"other", "other weight", ""}},
      {}};
  const Index shown = std::min(columns(v), kShownComponents);
  for (Index c = 0; c < shown; ++c) {
    table.columns.push_back({fmt::format("v{}", c), fmt::format("v[{}]", c), ""});
  }
  for (Index j = 0; j < keys.size(); ++j) {
    std::vector<Cell> cells{steps.words()[keys[j]], weights(0, j), other(0, j)};
    for (Index c = 0; c < shown; ++c) cells.emplace_back(v(j, c));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table outputs_table(const Matrix& output, const Matrix& again) {
  Table table{"other-outputs", "The output by either row", {{"weights", "weights", ""}}, {}};
  std::vector<Cell> first{"of the map"}, second{"other"};
  for (Index c = 0; c < std::min(columns(output), kShownComponents); ++c) {
    table.columns.push_back({fmt::format("o{}", c), fmt::format("o[{}]", c), ""});
    first.emplace_back(output(0, c));
    second.emplace_back(again(0, c));
  }
  table.rows = {std::move(first), std::move(second)};
  return table;
}

// How much of the weight stands elsewhere: half of Σ |a − b|.
double weight_moved(const Matrix& a, const Matrix& b) {
  double moved = 0.0;
  for (Index j = 0; j < columns(a); ++j) moved += std::abs(a(0, j) - b(0, j)) / 2.0;
  return moved;
}

}  // namespace

void write_other_weights(Page& page, const Steps& steps, Index components) {
  const std::vector<Index> visible = visible_keys(steps);
  const Matrix v = first_columns(rows_in_order(steps.v, visible), components);
  Matrix weights = xt::empty<double>({Index{1}, visible.size()});
  for (Index j = 0; j < visible.size(); ++j)
    weights(0, j) = steps.a.weights(steps.focus, visible[j]);
  const Matrix changes = free_changes(v), other = farthest_weights(weights, v);

  page.say(
      "An output of d_v components and a sum of 1 are d_v + 1 conditions on as many weights as "
      "there are keys. With more keys than that, as in every long context, other weights give the "
      "same output (Brunner et al., 2019, arXiv 1908.04211).");
  page.say(
      "With {} key{} here, and values cut to {} component{}: {} independent change{} of the "
      "weights leave{} the output of “{}” as it is.",
      visible.size(), visible.size() == 1 ? "" : "s", columns(v), columns(v) == 1 ? "" : "s",
      rows(changes), rows(changes) == 1 ? "" : "s", rows(changes) == 1 ? "s" : "",
      steps.focus_word());
  if (rows(changes) == 0) {
    return page.say("So this output allows one row of weights only. Try a longer sentence.");
  }
  page.table(weights_table(steps, visible, weights, other, v));
  const Matrix output = weighted_sum(weights, v), again = weighted_sum(other, v);
  page.table(outputs_table(output, again));
  page.claim("same-output",
             fmt::format("{:.0f} % of the weight stands elsewhere, and the output is the same",
                         100.0 * weight_moved(weights, other)),
             same(output, again, tolerance_of(steps)));
  page.claim("other-sums", "the other row is a distribution too",
             check(range_of(other).low >= 0.0 && std::abs(row_sum(other)(0) - 1.0) <= kTolerance,
                   "lowest weight {:g}, the sum off by {}", range_of(other).low,
                   tiny(std::abs(row_sum(other)(0) - 1.0))));
  page.say(
      "Trained models allow the same: weights could often be altered beyond "
      "recognition with hardly a change of the prediction (Jain and Wallace, 2019, arXiv "
      "1902.10186). How much that proves is disputed (Wiegreffe and Pinter, 2019, arXiv "
      "1908.04626).");
}

}  // namespace attn::lessons::reading_maps
