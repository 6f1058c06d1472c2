// Lesson: softmax-rows. How do scores become weights, one row at a time?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/rows.hpp"
#include "core/softmax.hpp"
#include "lessons/shared/claims.hpp"
#include "lessons/shared/observations.hpp"
#include "lessons/shared/tables.hpp"
#include "lessons/softmax_rows/softmax_rows.hpp"

namespace attn::lessons::softmax_rows {

namespace {

struct Options {
  StepsOptions sentence;
  std::vector<std::string> scores;
  std::vector<double> sharpness{0.2, 0.5, 1.0, 2.0, 5.0};
};

void declare(Knobs& knobs, Options& options) {
  knobs.example("attn softmax-rows", "The scores of six words");
  knobs.example("attn softmax-rows --scores \"1,0,0.5\"", "Your own row");
  knobs.example("attn softmax-rows --scores \"1000,999,0\"", "Scores whose exp overflows");
  knobs.texts("--scores", options.scores, "ROW",
              "Your own scores in place of a sentence's, a row an option; -inf hides a key");
  knobs.reals("--sharpness", options.sharpness, 0.01, 100.0, "Numbers to multiply the scores by");
  declare_steps(knobs, options.sentence);
}

void write_softmax(Page& page, const ScoreRows& given) {
  page.say(
      "A score may be any number. A weight must be a share: none below 0, all of them together 1. "
      "Softmax gets from one to the other, a row at a time. A row is one query and all its keys.");
  page.equation("softmax", {R"(A_{ij} = \frac{\exp(s_{ij} - m_i)}{\sum_k \exp(s_{ik} - m_i)})",
                            R"(m_i = \max_k s_{ik})"});
  page.table(matrix_table("scores", given.steps ? "The scores, scaled" : "The scores", "query",
                          given.queries, given.keys, given.scores));
}

void write_one_row(Page& page, const ScoreRows& given, const SoftmaxSteps& softmaxed) {
  page.say(
      "Follow “{}”. Take its maximum from each score, so that the largest is 0. Take exp of each, "
      "so that all are positive. Divide each by their sum.",
      given.focus_label());
  Table table{
      "row",
      fmt::format("“{}”: exp(s − m), divided by the sum, is the weight", given.focus_label()),
      {{"key", "key", ""},
       {"score", "score s", ""},
       {"max", "maximum m", ""},
       {"exp", "exp(s − m)", ""},
       {"sum", "sum", ""},
       {"weight", "weight", ""}},
      {}};
  for (Index j = 0; j < given.keys.size(); ++j) {
    table.rows.push_back({given.keys[j], given.scores(given.focus, j), softmaxed.peaks(given.focus),
                          softmaxed.exps(given.focus, j), softmaxed.sums(given.focus),
                          softmaxed.weights(given.focus, j)});
  }
  page.table(std::move(table));
}

void write_all_rows(Page& page, const ScoreRows& given, const SoftmaxSteps& softmaxed) {
  page.say("Each row goes through the same three steps, and none knows of the others.");
  Table table{"stages",
              "What each row is reduced by, what it is divided by, and which key leads it",
              {{"query", "query", ""},
               {"max", "maximum m", ""},
               {"sum", "sum of exps", ""},
               {"key", "leading key", ""},
               {"weight", "its weight", ""}},
              {}};
  const auto leaders = row_argmax(softmaxed.weights);
  for (Index i = 0; i < given.queries.size(); ++i) {
    table.rows.push_back({given.queries[i], softmaxed.peaks(i), softmaxed.sums(i),
                          given.keys[leaders(i)], softmaxed.weights(i, leaders(i))});
  }
  page.table(std::move(table));
  page.table(matrix_table("weights", "The weights", "query", given.queries, given.keys,
                          softmaxed.weights));
  page.heatmap(matrix_heatmap("weights-map", "The weights as a picture", given.queries, given.keys,
                              softmaxed.weights));
  const Range range = range_of(softmaxed.weights);
  page.claim("rows-sum", "every row sums to 1", all_near(row_sum(softmaxed.weights), 1.0));
  page.claim(
      "shares", "no weight is below 0 or above 1",
      check(range.low >= 0.0 && range.high <= 1.0, "from {:.2g} to {:.4g}", range.low, range.high));
  observe_displayed_sums(page, given.queries, softmaxed.weights);
}

void write_shift(Page& page, const ScoreRows& given, const SoftmaxSteps& softmaxed) {
  constexpr double kShift = 100.0;
  page.equation("shifted", {R"(\frac{\exp(s_j + c)}{\sum_k \exp(s_k + c)} = )"
                            R"(\frac{\exp(c) \exp(s_j)}{\exp(c) \sum_k \exp(s_k)} = )"
                            R"(\frac{\exp(s_j)}{\sum_k \exp(s_k)})"});
  page.say(
      "Add {:g} to every score of a row: each exp grows by the same factor, their sum too, and the "
      "factor cancels. So the maximum may be subtracted, and nothing is lost.",
      kShift);
  const Matrix shifted = given.scores + kShift;
  // Adding rounds a score by half a unit of its last place, and its weight by as much of itself.
  page.claim(
      "shift", fmt::format("adding {:g} to a row changes no weight", kShift),
      same(softmax(shifted), softmaxed.weights, kTolerance + largest_magnitude(shifted) * 0x1p-50));
}

void write_wrong_axis(Page& page, const ScoreRows& given, const SoftmaxSteps& softmaxed) {
  const Matrix wrong = transposed(softmax(transposed(given.scores)));
  const Vector right_sums = row_sum(softmaxed.weights), wrong_sums = row_sum(wrong);
  page.say(
      "Run the softmax down the columns, and each key shares itself out among the queries. The "
      "shape is the same either way, so no library complains: look at the sums.");
  Table table{"wrong-axis",
              "Row sums, by the axis of the softmax",
              {{"query", "query", ""}, {"right", "along rows", ""}, {"wrong", "down columns", ""}},
              {}};
  Index off = 0;
  for (Index i = 0; i < given.queries.size(); ++i) {
    table.rows.push_back({given.queries[i], right_sums(i), wrong_sums(i)});
    if (std::abs(wrong_sums(i) - 1.0) > kTolerance) ++off;
  }
  page.table(std::move(table));
  const auto [low, high] = std::minmax_element(wrong_sums.begin(), wrong_sums.end());
  page.say("Down the columns, {} of {} row sums differ from 1; lowest {:.4f}, highest {:.4f}.", off,
           given.queries.size(), *low, *high);
  const Vector sums = row_sum(transposed(wrong)), peaks = row_max(transposed(given.scores));
  const Vector expected = xt::where(xt::isinf(peaks), 0.0, 1.0);  // a key hidden from all has none
  const double difference = largest_difference(sums, expected);
  page.claim("columns-sum", "down the columns, it is each column with a visible key that sums to 1",
             check(difference <= kTolerance, "largest |x − 1| = {:.2g}", difference));
}

void add_row_arrays(Page& page, const ScoreRows& given, const SoftmaxSteps& softmaxed) {
  if (given.steps) {
    add_arrays(page, *given.steps);
  } else {
    page.array(array_of("scores", given.scores, given.queries, given.keys));
    page.array(array_of("weights", softmaxed.weights, given.queries, given.keys));
  }
  page.array(array_of("row_max", softmaxed.peaks, given.queries));
  page.array(array_of("exps", softmaxed.exps, given.queries, given.keys));
  page.array(array_of("row_sum", softmaxed.sums, given.queries));
}

Document write(const Options& options) {
  const ScoreRows given = read_score_rows(options.scores, options.sentence);
  const SoftmaxSteps softmaxed = softmax_steps(given.scores);
  Page page{"softmax-rows", "From scores to weights, row by row"};
  write_softmax(page, given);
  page.heading("One row with a pencil");
  write_one_row(page, given, softmaxed);
  page.heading("Every row is a distribution");
  write_all_rows(page, given, softmaxed);
  page.heading("Only differences count");
  write_shift(page, given, softmaxed);
  page.heading("Large scores");
  write_overflow(page, given);
  page.heading("Sharpness");
  write_sharpness(page, given, options.sharpness);
  page.heading("The wrong axis");
  write_wrong_axis(page, given, softmaxed);
  page.try_next(
      {{"attn softmax-rows --scores \"1,0,0.5\"", {"A row short enough for a pocket calculator."}},
       {"attn softmax-rows --scores \"1000,999,0\"", {"What the formula as written makes of it."}},
       {"attn softmax-rows --sharpness 0.01,100", {"Nearly uniform, and nearly a lookup."}},
       {"attn softmax-rows --scores \"2,1,-inf\"", {"A hidden key; attn causal-mask has more."}}});
  add_row_arrays(page, given, softmaxed);
  return std::move(page).finish();
}

}  // namespace

Writer open(Knobs& knobs) { return open_lesson<Options, declare, write>(knobs); }

}  // namespace attn::lessons::softmax_rows
