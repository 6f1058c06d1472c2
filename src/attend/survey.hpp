// What can be said of every number of an attention, in one pass and without holding them?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attend/run.hpp"

namespace attn {

// A number and where it stands: sequence, head, row (a query) and column (a key, or a component).
struct SurveySpot {
  double value = 0.0;
  Index sequence = 0, head = 0, row = 0, column = 0;
};

// Of one step, over all heads and sequences; NaNs are counted and otherwise left aside.
struct StepFacts {
  std::string id;
  std::optional<SurveySpot> lowest, highest;
  Index not_numbers = 0;
};

struct Survey {
  std::vector<StepFacts> steps;    // scores, scaled, capped if there is a cap, weights, output
  std::vector<SurveySpot> peaks;   // the largest weights, largest first
  Index rows = 0;                  // of weights
  Index empty_rows = 0;            // that see no key
  Index unusable_rows = 0;         // that see a score of NaN or +∞
  Index hidden = 0;                // scores
  double largest_row_error = 0.0;  // |Σ − 1|, or Σ − 1 beside a sink, of rows that are neither
  double hidden_weight = 0.0;      // the largest weight of a hidden key, in rows that are not empty
  std::optional<KernelError> kernel;  // where the output is the kernel's
};

// What `steps` will hold, by its ids; and how many peaks there are at most.
std::vector<std::string> steps_surveyed(const AttendOptions& options);
inline constexpr Index kSurveyPeaks = 5;

// Of every head and sequence.
Index rows_of_weights(const AttendInput& input);

Survey survey(const AttendRun& run);

}  // namespace attn
