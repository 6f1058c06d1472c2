// Which scores is a page about: a sentence's, or the rows of numbers that the reader gives?
#pragma once

#include <optional>
#include <string>
#include <vector>

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

}  // namespace attn::lessons::softmax_rows
