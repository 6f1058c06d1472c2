#include "lessons/attend_survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

namespace {

constexpr std::size_t kPeaks = 5;

void take(StepFacts& facts, const Spot& spot) {
  if (std::isnan(spot.value)) {
    ++facts.not_numbers;
    return;
  }
  if (!facts.lowest || spot.value < facts.lowest->value) facts.lowest = spot;
  if (!facts.highest || spot.value > facts.highest->value) facts.highest = spot;
}

void take(StepFacts& facts, const AttendSlice& at, const Matrix& m) {
  for (Index i = 0; i < rows(m); ++i) {
    for (Index j = 0; j < columns(m); ++j) {
      take(facts, {m(i, j), at.sequence, at.head, at.first + i, j});
    }
  }
}

// Keeps the largest few, largest first; of equal ones the first that came.
void take_peak(std::vector<Spot>& peaks, const Spot& spot) {
  if (!(spot.value > 0.0) || (peaks.size() == kPeaks && spot.value <= peaks.back().value)) return;
  const auto place =
      std::ranges::upper_bound(peaks, spot.value, std::ranges::greater{}, &Spot::value);
  peaks.insert(place, spot);
  if (peaks.size() > kPeaks) peaks.pop_back();
}

struct RowFacts {
  bool empty = true, usable = true;
  double sum = 0.0, hidden_weight = 0.0;
};

RowFacts facts_of(const AttendSteps& s, Index i) {
  RowFacts facts;
  for (Index j = 0; j < columns(s.weights); ++j) {
    facts.sum += s.weights(i, j);
    if (s.hidden(i, j)) {
      if (!(s.weights(i, j) <= facts.hidden_weight)) facts.hidden_weight = s.weights(i, j);
    } else {
      facts.empty = facts.empty && s.visible(i, j) == -std::numeric_limits<double>::infinity();
      facts.usable = facts.usable && s.visible(i, j) < std::numeric_limits<double>::infinity();
    }
  }
  return facts;
}

void take_rows(Survey& survey, const AttendSlice& at, const AttendSteps& s, bool sink) {
  for (Index i = 0; i < at.count; ++i) {
    for (Index j = 0; j < columns(s.weights); ++j) {
      take_peak(survey.peaks, {s.weights(i, j), at.sequence, at.head, at.first + i, j});
      survey.hidden += s.hidden(i, j);
    }
    ++survey.rows;
    const RowFacts row = facts_of(s, i);
    survey.empty_rows += row.empty;
    survey.unusable_rows += !row.usable;
    if (row.empty || !row.usable) continue;
    const double error = sink ? row.sum - 1.0 : std::abs(row.sum - 1.0);
    if (!(error <= survey.largest_row_error)) survey.largest_row_error = error;
    if (!(row.hidden_weight <= survey.hidden_weight)) survey.hidden_weight = row.hidden_weight;
  }
}

}  // namespace

Survey survey(const Attending& attending) {
  const AttendOptions& options = attending.problem.options;
  Survey result;
  result.steps = {{"scores", {}, {}, 0}, {"scaled", {}, {}, 0}};
  if (options.softcap) result.steps.push_back({"capped", {}, {}, 0});
  result.steps.push_back({"weights", {}, {}, 0});
  result.steps.push_back({"output", {}, {}, 0});
  each_block(attending, [&](const AttendSlice& at, const AttendSteps& s) {
    auto next = result.steps.begin();
    take(*next++, at, s.scores);
    take(*next++, at, s.scaled);
    if (options.softcap) take(*next++, at, s.capped);
    take(*next++, at, s.weights);
    take(*next++, at, s.output);
    take_rows(result, at, s, options.sink.has_value());
    return true;
  });
  return result;
}

}  // namespace attn
