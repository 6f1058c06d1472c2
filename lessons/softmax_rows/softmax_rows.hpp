// The rows of scores that the lesson is about, and its sections.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/page.hpp"
#include "lessons/shared/steps.hpp"
#include "lessons/shared/tables.hpp"

namespace attn::lessons::softmax_rows {

// What goes into the softmax, and what its rows and columns are called.
struct ScoreRows {
  Matrix scores;  // (queries, keys), −∞ where hidden
  Labels queries, keys;
  Index focus = 0;             // the row to follow in full
  std::optional<Steps> steps;  // of the sentence, if they are a sentence's

  const std::string& focus_label() const { return queries[focus]; }
  Matrix focus_scores() const { return rows_in_order(scores, {focus}); }  // (1, keys)
};

// The rows in `texts`; without any, the scaled scores of the sentence that `sentence` asks for.
// Throws Error when both are asked for.
ScoreRows read_score_rows(const std::vector<std::string>& texts, const StepsOptions& sentence);

// "1, 0, 0.5" and "1 0 0.5" alike; -inf hides a key. (rows, keys). Throws Error naming --scores for
// what is no such row, rows of different lengths, a row that hides every key, or too many of them.
Matrix parse_scores(const std::vector<std::string>& texts);

// Where exp overflows in each precision, and the focused row by the formula as written beside the
// stable one; a row that does not overflow is moved to where it does. Tables limits and overflow;
// claims as-written and stable.
void write_overflow(Page& page, const ScoreRows& given);

// The softmax of sharpness · scores for each sharpness, its entropy, and the focused row at each.
// Equation entropy; table sharpness; pictures sharpness-map and, of several, entropy-chart; claims
// entropy-falls and leader; arrays sharpness and entropy. Throws Error where a product overflows.
void write_sharpness(Page& page, const ScoreRows& given, std::vector<double> sharpness);

}  // namespace attn::lessons::softmax_rows
