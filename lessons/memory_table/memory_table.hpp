// The tables and the chart of memory-table: exact byte counts, a row for each n.
#pragma once

#include <string>
#include <vector>

#include "lessons/shared/memory_plan.hpp"

namespace attn::lessons::memory_table {

// One score matrix: entries, bytes, and how many times larger at 2n.
Table score_table(const MemoryPlan& plan);

// One head: scores beside what grows with n alone.
Table head_table(const MemoryPlan& plan);

// Scores of one head, of one layer, of all layers.
Table model_table(const MemoryPlan& plan);

// The KV cache, by how many KV heads there are: as many as heads (MHA), the shape's, one (MQA).
Table cache_table(const MemoryPlan& plan);

// Every known model's KV cache a token and at its context, in the plan's dtype.
Table known_models_table(const MemoryPlan& plan);

// The largest n that fits in the budget, by what is counted.
struct LargestFit {
  std::string what;
  Integer (*cost)(const AttentionShape&, Integer);
  AttentionShape shape;
  Integer n;
};
std::vector<LargestFit> fits(const MemoryPlan& plan);
Table fit_table(const MemoryPlan& plan, const std::vector<LargestFit>& fits);

// The scores of one layer against the KV cache of all, from the smallest n to twice the largest.
Chart growth_chart(const MemoryPlan& plan);

// The largest n at which one layer's scores take no more than the KV cache of all layers.
Integer crossing(const MemoryPlan& plan);

}  // namespace attn::lessons::memory_table
