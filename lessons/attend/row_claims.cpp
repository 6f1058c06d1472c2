// What is true of every row of weights, and of which rows nothing can be?
#include <fmt/format.h>

#include "lessons/attend/attend.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::attend {

namespace {

// What rounding may leave a row's sum short of 1, or over: a unit for each term.
double row_tolerance(const AttendRun& run) {
  const double terms = static_cast<double>(run.input.k.shape(2)) + 1.0;
  return std::max(kTolerance, terms * spacing(1.0, run.problem.options.precision));
}

void claim_rows(Page& page, const AttendRun& run, const Survey& facts) {
  const bool sink = run.problem.options.sink.has_value();
  const Index counted = facts.rows - facts.empty_rows - facts.unusable_rows;
  if (counted > 0) {
    page.claim("rows-sum",
               sink ? "every row of weights sums to 1 at most, the sink having the rest"
                    : "every row of weights with a key to see sums to 1",
               check(facts.largest_row_error <= row_tolerance(run), "over {} rows, largest {} = {}",
                     grouped(Integer{counted}), sink ? "Σ − 1" : "|Σ − 1|",
                     tiny(facts.largest_row_error)));
  }
  if (facts.hidden > 0) {
    page.claim("hidden-weightless", "no key that is hidden has weight",
               check(facts.hidden_weight == 0.0, "largest weight of {} hidden scores: {}",
                     grouped(Integer{facts.hidden}), tiny(facts.hidden_weight)));
  }
}

const char* weights_of(EmptyRow empty) {
  switch (empty) {
    case EmptyRow::zero:
      return "0";
    case EmptyRow::nan:
      return "NaN";
    case EmptyRow::uniform:
      return "all equal";
  }
  return "";
}

void note_rows(Page& page, const AttendRun& run, const Survey& facts) {
  if (facts.empty_rows > 0) {
    page.note(
        "Rows without a key",
        {fmt::format("{} of {} rows see no key at all, and 0/0 has no answer. Here their weights "
                     "are {}, as --empty-row says.",
                     grouped(Integer{facts.empty_rows}), grouped(Integer{facts.rows}),
                     weights_of(run.problem.options.empty_row))});
  }
  if (facts.unusable_rows > 0) {
    page.note(
        "Scores that are no numbers",
        {fmt::format("{} of {} rows see a score of NaN or infinity, and their weights are NaN. "
                     "Look in the queries and keys for where it comes from, or hide the key.",
                     grouped(Integer{facts.unusable_rows}), grouped(Integer{facts.rows}))});
  }
}

}  // namespace

void write_row_claims(Page& page, const AttendRun& run, const Survey& facts) {
  claim_rows(page, run, facts);
  note_rows(page, run, facts);
}

}  // namespace attn::lessons::attend
