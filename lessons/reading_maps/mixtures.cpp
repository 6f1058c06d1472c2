// Whose content stands at a place of a map after several layers?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/attention_stack.hpp"
#include "core/rows.hpp"
#include "lessons/reading_maps/reading_maps.hpp"
#include "lessons/shared/claims.hpp"
#include "support/error.hpp"

namespace attn::lessons::reading_maps {

namespace {

// The length of each row, divided by their sum: (T,).
Vector shares_of(const Matrix& parts) {
  const double scale = std::max(largest_magnitude(parts), std::numeric_limits<double>::min());
  Vector lengths = xt::empty<double>({rows(parts)});
  for (Index k = 0; k < rows(parts); ++k) {
    double squares = 0.0;
    for (const double x : row(parts, k)) squares += (x / scale) * (x / scale);
    lengths(k) = std::sqrt(squares);
  }
  const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  return lengths / (sum > 0.0 ? sum : 1.0);
}

Matrix summed(const Matrix& parts) {
  const Vector sums = row_sum(transposed(parts));
  Matrix result = xt::empty<double>({Index{1}, columns(parts)});
  std::ranges::copy(sums, result.begin());
  return result;
}

void check_finite(const AttentionStack& stack) {
  for (Index layer = 0; layer < stack.layers.size(); ++layer) {
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::ranges::all_of(stack.layers[layer].attention.scaled, finite) ||
        !std::ranges::all_of(stack.states[layer + 1], finite)) {
      throw Error("layer {} overflows double precision; use fewer --layers or smaller embeddings",
                  layer + 1);
    }
  }
}

Table depth_table(const Steps& steps, const std::vector<Matrix>& weights, const Matrix& rolled,
                  const Vector& shares) {
  const Index layers = weights.size();
  Table table{"depth",
              fmt::format("The vector of “{}” after {} layer{}", steps.focus_word(), layers,
                          layers == 1 ? "" : "s"),
              {{"word", "word", ""},
               {"weight", "last weights", ""},
               {"rollout", "rollout", ""},
               {"share", "share of ‖parts‖", ""}},
              {}};
  for (Index k = 0; k < steps.count(); ++k) {
    table.rows.push_back(
        {steps.words()[k], weights.back()(steps.focus, k), rolled(steps.focus, k), shares(k)});
  }
  return table;
}

}  // namespace

void write_depth(Page& page, const Steps& steps, Index layers) {
  page.say(
      "After one layer no vector is a word any more: it is a blend, and the next layer's map is "
      "drawn between blends. A weight on the place of a word is not a weight on the word.");
  if (columns(steps.v) != columns(steps.sentence.embeddings)) {
    return page.say("These values are not as wide as the embeddings, so layers do not stack here.");
  }
  const AttentionStack stack =
      attention_stack(steps.sentence.embeddings, steps.sentence.w_q, steps.sentence.w_k,
                      steps.sentence.w_v, layers, {.scale = steps.a.scale, .mask = steps.mask});
  check_finite(stack);
  const std::vector<Matrix> weights = weights_of(stack);
  const Matrix parts =
      token_contributions(steps.sentence.embeddings, steps.sentence.w_v, weights, steps.focus);
  const Matrix rolled = rollout(weights);
  const Vector shares = shares_of(parts);
  const Matrix& last = weights.back();
  page.equation("stack", {R"(X_l = X_{l-1} + A_l X_{l-1} W_V)"});
  page.say(
      "Here {} such layer{} use the same three matrices. With the weights as they came out, all of "
      "it is linear in the words: the vector of “{}” is a sum of one part per word, and the parts "
      "can be measured.",
      layers, layers == 1 ? "" : "s", steps.focus_word());
  page.table(depth_table(steps, weights, rolled, shares));
  const auto top = row_argmax(last)(steps.focus);
  page.say(
      "The last map gives the place of “{}” {:.1f} % of the weight. Of the lengths of the "
      "parts that make up “{}”, the word “{}” has {:.1f} %.",
      steps.words()[top], 100.0 * last(steps.focus, top), steps.focus_word(), steps.words()[top],
      100.0 * shares(top));
  page.equation("rollout-formula", {R"(R = (\frac{1}{2} A_L + \frac{1}{2} I) \cdot \ldots \cdot )"
                                    R"((\frac{1}{2} A_1 + \frac{1}{2} I))"});
  page.say(
      "Rollout (Abnar and Zuidema, 2020, arXiv 2005.00928) multiplies the maps of all layers, half "
      "of each for the residual connection. It follows the mixing, but not the values: those can "
      "grow, shrink or cancel on the way, as the last column shows.");
  const double size = std::max(1.0, largest_magnitude(stack.states.back()));
  page.claim("parts-add-up",
             fmt::format("the parts add up to the vector of “{}”", steps.focus_word()),
             same(summed(parts), rows_in_order(stack.states.back(), {steps.focus}),
                  kTolerance * size * std::max(1.0, largest_magnitude(parts) / size)));
  page.claim("rollout-sums", "every row of the rollout sums to 1", all_near(row_sum(rolled), 1.0));
}

}  // namespace attn::lessons::reading_maps
