// What the sheets of several lessons share: names of the axes, and attention step by step.
#pragma once

#include "lessons/shared/tables.hpp"
#include "practice/plan.hpp"
#include "practice/rules.hpp"

namespace attn::lessons::exercises {

using practice::Axis;
using practice::Plan;

inline Axis components(Index count) { return {"", numbered("", count)}; }
inline Axis queries(const Labels& words) { return {"query", words}; }
inline Axis keys(const Labels& words) { return {"key", words}; }
inline Axis words_down(const Labels& words) { return {"word", words}; }

// A sentence of so many different words, 2 to 4.
Labels sentence(Plan& plan, Index count);

// One head of several: its steps are called "scores_1", and "head 1".
struct HeadOf {
  practice::Head head = {};
  std::string suffix = {};  // of the ids
};

struct Attended {
  Index weights, output;
};

// From queries, keys and values (by their places) to the output: scores, scaled, weights, output.
struct AttentionParts {
  Index q, k, v, d_k, d_v;
  Labels queries, keys;
  HeadOf part = {};
};
Attended attention_steps(Plan& plan, const AttentionParts& parts);

// From scores that are scaled, or masked too, to the output.
Attended mixed(Plan& plan, Index scores, const AttentionParts& parts);

}  // namespace attn::lessons::exercises
