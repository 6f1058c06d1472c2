#include "attend/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/in_order.hpp"

namespace attn {

namespace {

bool is_lower(const std::optional<SurveySpot>& one, const std::optional<SurveySpot>& two) {
  return one && (!two || one->value < two->value);
}

void take(StepFacts& facts, const SurveySpot& spot) {
  if (std::isnan(spot.value)) {
    ++facts.not_numbers;
    return;
  }
  if (is_lower(spot, facts.lowest)) facts.lowest = spot;
  if (is_lower(facts.highest, spot) || !facts.highest) facts.highest = spot;
}

// Nearly every number lies between two that were there before, and is passed over at once.
void take(StepFacts& facts, const QueryBlock& block, const Matrix& numbers) {
  for (Index i = 0; i < rows(numbers); ++i) {
    const std::span<const double> line = row(numbers, i);
    for (Index j = 0; j < line.size(); ++j) {
      const bool is_known =
          facts.lowest && line[j] >= facts.lowest->value && line[j] <= facts.highest->value;
      if (!is_known) take(facts, {line[j], block.sequence, block.head, block.first + i, j});
    }
  }
}

// Keeps the largest few, largest first; of equal ones the first that came.
void take_peak(std::vector<SurveySpot>& peaks, const SurveySpot& spot) {
  const auto place =
      std::ranges::upper_bound(peaks, spot.value, std::ranges::greater{}, &SurveySpot::value);
  peaks.insert(place, spot);
  if (peaks.size() > kSurveyPeaks) peaks.pop_back();
}

// What a weight has to exceed.
double least_peak(const std::vector<SurveySpot>& peaks) {
  return peaks.size() < kSurveyPeaks ? 0.0 : peaks.back().value;
}

// A NaN stays.
double larger(double one, double two) { return std::isnan(one) || one > two ? one : two; }

struct RowFacts {
  bool empty = true, usable = true;
  double sum = 0.0, hidden_weight = 0.0;
  Index hidden = 0;
};

RowFacts facts_of(const AttendSteps& steps, Index i) {
  RowFacts facts;
  for (Index j = 0; j < columns(steps.weights); ++j) {
    facts.sum += steps.weights(i, j);
    if (steps.hidden(i, j)) {
      ++facts.hidden;
      facts.hidden_weight = larger(steps.weights(i, j), facts.hidden_weight);
    } else {
      facts.empty = facts.empty && steps.visible(i, j) == -std::numeric_limits<double>::infinity();
      facts.usable = facts.usable && steps.visible(i, j) < std::numeric_limits<double>::infinity();
    }
  }
  return facts;
}

void take_rows(Survey& survey, const QueryBlock& block, const AttendSteps& steps, bool sink) {
  for (Index i = 0; i < block.count; ++i) {
    for (Index j = 0; j < columns(steps.weights); ++j) {
      if (steps.weights(i, j) > least_peak(survey.peaks)) {
        take_peak(survey.peaks,
                  {steps.weights(i, j), block.sequence, block.head, block.first + i, j});
      }
    }
    const RowFacts row = facts_of(steps, i);
    survey.hidden += row.hidden;
    survey.empty_rows += row.empty;
    survey.unusable_rows += !row.usable;
    if (row.empty || !row.usable) continue;
    const double error = sink ? row.sum - 1.0 : std::abs(row.sum - 1.0);
    survey.largest_row_error = larger(error, survey.largest_row_error);
    survey.hidden_weight = larger(row.hidden_weight, survey.hidden_weight);
  }
}

// Of no row yet.
Survey blank(const AttendOptions& options) {
  Survey result;
  for (std::string& id : steps_surveyed(options)) {
    result.steps.push_back({std::move(id), {}, {}, 0});
  }
  return result;
}

Survey survey_of(const AttendRun& run, const QueryBlock& block) {
  const AttendOptions& options = run.problem.options;
  Survey result = blank(options);
  const AttendSteps steps = run.by_kernel.valid() ? attend_weights(run.input, options, block)
                                                  : attend(run.input, options, block);
  auto next = result.steps.begin();
  take(*next++, block, steps.scores);
  take(*next++, block, steps.scaled);
  if (options.softcap) take(*next++, block, steps.capped);
  take(*next++, block, steps.weights);
  take(*next++, block, run.by_kernel.valid() ? output_rows(run, block) : steps.output);
  take_rows(result, block, steps, options.sink.has_value());
  return result;
}

void add(Survey& all, const Survey& part) {
  for (Index i = 0; i < all.steps.size(); ++i) {
    StepFacts& step = all.steps[i];
    const StepFacts& more = part.steps[i];
    if (is_lower(more.lowest, step.lowest)) step.lowest = more.lowest;
    if (is_lower(step.highest, more.highest) || !step.highest) step.highest = more.highest;
    step.not_numbers += more.not_numbers;
  }
  for (const SurveySpot& spot : part.peaks) {
    if (spot.value > least_peak(all.peaks)) take_peak(all.peaks, spot);
  }
  all.hidden += part.hidden;
  all.empty_rows += part.empty_rows;
  all.unusable_rows += part.unusable_rows;
  all.largest_row_error = larger(part.largest_row_error, all.largest_row_error);
  all.hidden_weight = larger(part.hidden_weight, all.hidden_weight);
}

}  // namespace

std::vector<std::string> steps_surveyed(const AttendOptions& options) {
  if (options.softcap) return {"scores", "scaled", "capped", "weights", "output"};
  return {"scores", "scaled", "weights", "output"};
}

Index rows_of_weights(const AttendInput& input) {
  return input.q.shape(0) * input.q.shape(1) * input.q.shape(2);
}

Survey survey(const AttendRun& run) {
  Survey result = blank(run.problem.options);
  result.rows = rows_of_weights(run.input);
  in_order(
      block_count(run.input), [&run](Index i) { return survey_of(run, block_at(run.input, i)); },
      [&result](const Survey& part) {
        add(result, part);
        return true;
      });
  if (run.by_kernel.valid())
    result.kernel = kernel_error(run.by_kernel.get(), run.input, run.problem.options);
  return result;
}

}  // namespace attn
