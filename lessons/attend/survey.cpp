#include "lessons/attend/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/in_order.hpp"

namespace attn::lessons::attend {

namespace {

constexpr std::size_t kPeaks = 5;

bool is_lower(const std::optional<SurveySpot>& a, const std::optional<SurveySpot>& b) {
  return a && (!b || a->value < b->value);
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
void take(StepFacts& facts, const AttendSlice& at, const Matrix& m) {
  for (Index i = 0; i < rows(m); ++i) {
    const std::span<const double> numbers = row(m, i);
    for (Index j = 0; j < numbers.size(); ++j) {
      const bool is_known =
          facts.lowest && numbers[j] >= facts.lowest->value && numbers[j] <= facts.highest->value;
      if (!is_known) take(facts, {numbers[j], at.sequence, at.head, at.first + i, j});
    }
  }
}

// Keeps the largest few, largest first; of equal ones the first that came.
void take_peak(std::vector<SurveySpot>& peaks, const SurveySpot& spot) {
  const auto place =
      std::ranges::upper_bound(peaks, spot.value, std::ranges::greater{}, &SurveySpot::value);
  peaks.insert(place, spot);
  if (peaks.size() > kPeaks) peaks.pop_back();
}

// What a weight has to exceed.
double least_peak(const std::vector<SurveySpot>& peaks) {
  return peaks.size() < kPeaks ? 0.0 : peaks.back().value;
}

// A NaN stays.
double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

struct RowFacts {
  bool empty = true, usable = true;
  double sum = 0.0, hidden_weight = 0.0;
  Index hidden = 0;
};

RowFacts facts_of(const AttendSteps& s, Index i) {
  RowFacts facts;
  for (Index j = 0; j < columns(s.weights); ++j) {
    facts.sum += s.weights(i, j);
    if (s.hidden(i, j)) {
      ++facts.hidden;
      facts.hidden_weight = larger(s.weights(i, j), facts.hidden_weight);
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
      if (s.weights(i, j) > least_peak(survey.peaks)) {
        take_peak(survey.peaks, {s.weights(i, j), at.sequence, at.head, at.first + i, j});
      }
    }
    const RowFacts row = facts_of(s, i);
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
  result.steps = {{"scores", {}, {}, 0}, {"scaled", {}, {}, 0}};
  if (options.softcap) result.steps.push_back({"capped", {}, {}, 0});
  result.steps.push_back({"weights", {}, {}, 0});
  result.steps.push_back({"output", {}, {}, 0});
  return result;
}

Index rows_of_weights(const AttendInput& in) {
  return in.q.shape(0) * in.q.shape(1) * in.q.shape(2);
}

Survey survey_of(const Attending& a, const AttendSlice& at) {
  const AttendOptions& options = a.problem.options;
  Survey result = blank(options);
  const AttendSteps s =
      a.fast.valid() ? attend_weights(a.input, options, at) : attn::attend(a.input, options, at);
  auto next = result.steps.begin();
  take(*next++, at, s.scores);
  take(*next++, at, s.scaled);
  if (options.softcap) take(*next++, at, s.capped);
  take(*next++, at, s.weights);
  take(*next++, at, a.fast.valid() ? output_rows(a, at) : s.output);
  take_rows(result, at, s, options.sink.has_value());
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

Survey outline(const Attending& a) {
  Survey result = blank(a.problem.options);
  result.rows = rows_of_weights(a.input);
  result.peaks.resize(std::min(kPeaks, result.rows * a.input.k.shape(2)));
  result.hidden = 1;
  if (a.fast.valid()) result.kernel = Nearness{};
  return result;
}

Survey survey(const Attending& a) {
  Survey result = blank(a.problem.options);
  result.rows = rows_of_weights(a.input);
  in_order(
      block_count(a.input), [&a](Index i) { return survey_of(a, block_at(a.input, i)); },
      [&result](const Survey& part) {
        add(result, part);
        return true;
      });
  if (a.fast.valid()) result.kernel = nearness(a.fast.get(), a.input, a.problem.options);
  return result;
}

}  // namespace attn::lessons::attend
