// The tables and formulas of memory-table, for its sections to put together.
#pragma once

#include <string>
#include <vector>

#include "document/document.hpp"
#include "lessons/shared/memory_plan.hpp"

namespace attn::lessons::memory_table {

// --- tables: exact byte counts, a row for each n ---

// Table scores: entries, bytes, and how many times larger at 2n.
Table score_table(const MemoryPlan& plan);

// Table head: scores of one head beside what grows with n alone.
Table head_table(const MemoryPlan& plan);

// Table model: scores of one head, of one layer, of all layers.
Table model_table(const MemoryPlan& plan);

// Table cache: the KV cache, by how many KV heads there are: as many as heads (MHA), the shape's,
// one (MQA).
Table cache_table(const MemoryPlan& plan);

// Table models: every known model's KV cache a token and at its context, in the plan's dtype.
Table known_models_table(const MemoryPlan& plan);

// The largest n that fits in the budget, by what is counted.
struct LargestFit {
  std::string what;
  Integer (*cost)(const AttentionShape&, Integer);
  AttentionShape shape;
  Integer n;
};
std::vector<LargestFit> fits(const MemoryPlan& plan);
// Table fit.
Table fit_table(const MemoryPlan& plan, const std::vector<LargestFit>& fits);

// Chart growth: the scores of one layer against the KV cache of all, from the smallest n to twice
// the largest.
Chart growth_chart(const MemoryPlan& plan);

// The largest n at which one layer's scores take no more than the KV cache of all layers.
Integer crossing(const MemoryPlan& plan);

// --- formulas, with every number filled in when the plan says to show the work ---

// Lines of an equation: the product in symbols, then, to show the work, one line for each n.
std::vector<std::string> score_formula(const MemoryPlan& plan);  // S(n): one matrix
std::vector<std::string> head_formula(const MemoryPlan& plan);   // R(n): Q, K, V, output of a head
std::vector<std::string> layer_formula(const MemoryPlan& plan);  // scores of one layer
std::vector<std::string> cache_formula(const MemoryPlan& plan);  // C(n): the KV cache

}  // namespace attn::lessons::memory_table
