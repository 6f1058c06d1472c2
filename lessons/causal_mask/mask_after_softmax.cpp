#include "lessons/causal_mask/causal_mask.hpp"

#include <limits>

#include "core/mask.hpp"
#include "core/rows.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::causal_mask {

namespace {

// Below this a sum has lost digits of its own, and a division by it tells nothing.
constexpr double kLeastSum =
    std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();

Matrix divided_by_sums(const Matrix& weights) {
  const Vector sums = row_sum(weights);
  Matrix result = weights;
  for (Index i = 0; i < rows(weights); ++i) {
    for (Index j = 0; j < columns(weights); ++j) result(i, j) /= sums(i);
  }
  return result;
}

}  // namespace

void write_late_mask(Page& page, const Steps& steps, const Matrix& unmasked) {
  const Matrix left = hide(unmasked, *steps.mask, 0.0);
  const Matrix lost = unmasked - left;
  const Vector left_sums = row_sum(left), lost_sums = row_sum(lost);
  page.say(
      "Zero the weights instead of the scores, and each row falls short of 1 by what the future "
      "had; its output shrinks with it. Divide by what is left, and the row is as it should be.");
  Table table{"late",
              "Rows whose hidden weights are set to 0 after the softmax",
              {{"token", "token", ""}, {"left", "left", ""}, {"lost", "lost to the mask", ""}},
              {}};
  std::vector<Index> kept;
  for (Index i = 0; i < steps.count(); ++i) {
    table.rows.push_back({steps.words()[i], left_sums(i), lost_sums(i)});
    if (left_sums(i) >= kLeastSum) kept.push_back(i);
  }
  page.table(std::move(table));
  const Vector both = left_sums + lost_sums;
  page.claim("late-sums", "undivided, a row falls short of 1 by the weight of its future",
             all_near(both, 1.0));
  page.claim(
      "late-divided", "divided by what is left, the weights are those of the masked scores",
      same(divided_by_sums(rows_in_order(left, kept)), rows_in_order(steps.a.weights, kept)));
  if (kept.size() < steps.count()) {
    page.say("In {} of {} rows the future took all there was: dividing cannot bring it back.",
             steps.count() - kept.size(), steps.count());
  }
}

}  // namespace attn::lessons::causal_mask
