#include "lessons/softmax_rows/softmax_rows.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/precision.hpp"
#include "core/rows.hpp"
#include "core/softmax.hpp"
#include "lessons/shared/claims.hpp"
#include "render/number.hpp"

namespace attn::lessons::softmax_rows {

namespace {

constexpr double kHigh = 1000.0;  // exp of it overflows in every precision

Table limits_table(const ScoreRows& given, Index leader) {
  const Matrix row = given.focus_scores();
  Table table{"limits",
              fmt::format("Where exp overflows, and the largest weight of “{}” in that precision",
                          given.focus_label()),
              {{"precision", "precision", ""},
               {"limit", "exp overflows past", "", 2},
               {"naive", "as written", ""},
               {"stable", "maximum subtracted", ""}},
              {}};
  for (const Precision& precision : {kFloat64, kFloat32, kFloat16}) {
    table.rows.push_back({std::string(precision.name), largest_exponent(precision),
                          naive_softmax_in(row, precision)(0, leader),
                          softmax_in(row, precision)(0, leader)});
  }
  return table;
}

Table row_table(const ScoreRows& given, const Matrix& row, const Matrix& naive,
                const SoftmaxSteps& softmaxed) {
  Table table{"overflow",
              "One row, by the formula as written and with its maximum subtracted",
              {{"key", "key", ""},
               {"score", "score", "", 2},
               {"exp", "exp(s)", "", 2, Column::Notation::scientific},
               {"naive", "weight as written", ""},
               {"shifted", "exp(s − m)", ""},
               {"stable", "weight", ""}},
              {}};
  for (Index j = 0; j < given.keys.size(); ++j) {
    table.rows.push_back({given.keys[j], row(0, j), std::exp(row(0, j)), naive(0, j),
                          softmaxed.exps(0, j), softmaxed.weights(0, j)});
  }
  return table;
}

void say_why(Page& page, const ScoreRows& given, bool moved, double peak) {
  if (moved) {
    page.say(
        "The scores of “{}” are small enough. Move them all up until the largest is {:g}: no "
        "weight should change. But exp({:g}) is beyond double precision, and ∞ / ∞ is no "
        "number.",
        given.focus_label(), kHigh, kHigh);
  } else if (peak > 0.0) {
    page.say(
        "The scores of “{}” are too large as they are: exp({:g}) = {}, and ∞ / ∞ is no "
        "number.",
        given.focus_label(), peak, brief(std::exp(peak)));
  } else {
    page.say("The scores of “{}” are too low as they are: exp({:g}) = {}, and 0 / 0 is no number.",
             given.focus_label(), peak, std::exp(peak));
  }
}

}  // namespace

void write_overflow(Page& page, const ScoreRows& score_rows) {
  const Matrix given = score_rows.focus_scores();
  const Index leader = row_argmax(given)(0);
  const double peak = given(0, leader);
  const bool moved = !std::isnan(naive_softmax(given)(0, leader));
  const Matrix row = given + (moved ? kHigh - peak : 0.0);
  const Matrix naive = naive_softmax(row);
  const SoftmaxSteps stable = softmax_steps(row);

  page.say(
      "Without the maximum subtracted the formula is the same on paper, but not in a computer: exp "
      "grows past the largest number that there is.");
  page.table(limits_table(score_rows, leader));
  say_why(page, score_rows, moved, peak);
  page.table(row_table(score_rows, row, naive, stable));
  page.claim("as-written", "as written, the largest score gets no number",
             check(std::isnan(naive(0, leader)), "{} / {} = {}", brief(std::exp(row(0, leader))),
                   brief(row_sum(xt::exp(row))(0)), shown(naive(0, leader), 4)));
  page.claim("stable", "with the maximum subtracted, the weights are those of the row as given",
             same(stable.weights, softmax(given),
                  kTolerance + (largest_magnitude(row) + largest_magnitude(given)) * 0x1p-50));
}

}  // namespace attn::lessons::softmax_rows
