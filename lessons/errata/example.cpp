// What does not come out in the worked example of “Self-Attention: The Heart of Transformers”?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lessons/errata/errata.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/errata_figures.hpp"
#include "lessons/shared/steps.hpp"

namespace attn::lessons::errata {

namespace {

constexpr double kPrintedUnit = 0.0005;  // half a unit of the three digits that the notes print

std::string three_digits(std::span<const double> numbers) {
  return fmt::format("{:.3f}", fmt::join(numbers, " "));
}

double furthest_off(std::span<const double> printed, std::span<const double> computed) {
  double off = 0.0;
  for (Index c = 0; c < printed.size(); ++c)
    off = std::max(off, std::abs(printed[c] - computed[c]));
  return off;
}

// A row of weights as printed, and what the ratio of its keys a and b gives away.
Erratum weights_row(const Steps& steps, const std::string& id, Index i, Index a, Index b) {
  const Matrix all_printed = printed_weights();
  const auto printed = row(all_printed, i), computed = row(steps.a.weights, i);
  const double difference = steps.a.scaled(i, a) - steps.a.scaled(i, b);
  const double off = furthest_off(printed, computed);
  return {id,
          fmt::format("step 3, “{}”", steps.words()[i]),
          three_digits(printed),
          three_digits(computed),
          fmt::format("two weights have the ratio exp({:g}) = {:.3f}, not {:.3f}", difference,
                      std::exp(difference), printed[a] / printed[b]),
          fmt::format("the printed weights of “{}” are not the softmax of its scores",
                      steps.words()[i]),
          check(off > kPrintedUnit &&
                    std::abs(computed[a] / computed[b] - std::exp(difference)) < kTolerance,
                "off by up to {:.3f}", off)};
}

Erratum output_row(const Steps& steps) {
  const std::vector<double> printed{0.830, 0.538, 0.462, 0.170};
  const auto computed = row(steps.a.output, 0);
  return {"example-output",
          "step 4, “The”",
          three_digits(printed),
          three_digits(computed),
          "made with the weights above",
          "the printed output is not the mixture of the values",
          check(furthest_off(printed, computed) > kPrintedUnit, "off by up to {:.3f}",
                furthest_off(printed, computed))};
}

// The sentence "sat cat The", said to have other scores than "The cat sat".
Erratum edge_case(const Steps& steps) {
  const std::vector<Index> turned{2, 1, 0};
  const Attention attended = attention_in_order(steps, turned);
  const Matrix expected =
      transposed(rows_in_order(transposed(rows_in_order(steps.a.scores, turned)), turned));
  return {"edge-case",
          "edge cases",
          "“sat cat The” has the same interactions, “though different scores”",
          fmt::format("“sat” first: {}; “sat” last: {}", fmt::join(row(attended.scores, 0), " "),
                      fmt::join(row(steps.a.scores, 2), " ")),
          "a score depends on its two words: it moves with them",
          "turned words have the same scores, turned",
          same(attended.scores, expected, 0.0)};
}

Erratum takeaway(const Steps& steps) {
  const std::vector<Index> turned{2, 1, 0};
  const Matrix output = attention_in_order(steps, turned).output;
  const Check permuted = same(output, rows_in_order(steps.a.output, turned));
  const double moved = largest_difference(output, steps.a.output);
  return {"takeaway",
          "key takeaways",
          "“permutation-invariant”",
          fmt::format("“The” first: {}, last: {}", three_digits(row(steps.a.output, 0)),
                      three_digits(row(output, 2))),
          "equivariant: the outputs move with their words",
          "turned words give the outputs turned, not the same outputs",
          {permuted.holds && moved > 0.1, permuted.evidence}};
}

}  // namespace

std::vector<Erratum> errata_of_example() {
  StepsOptions options;
  options.input.example = "cat-sat";
  const Steps steps = take_steps(options);
  return {weights_row(steps, "example-row-0", 0, 0, 2),
          weights_row(steps, "example-row-1", 1, 1, 2),
          weights_row(steps, "example-row-2", 2, 2, 0),
          output_row(steps),
          edge_case(steps),
          takeaway(steps)};
}

}  // namespace attn::lessons::errata
