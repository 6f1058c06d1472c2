// The formulas of memory-table, with every number filled in when the plan says to show the work.
#pragma once

#include <string>
#include <vector>

#include "lessons/shared/memory_plan.hpp"

namespace attn::lessons::memory_table {

// Lines of an equation: the product in symbols, then, to show the work, one line for each n.
std::vector<std::string> score_formula(const MemoryPlan& plan);  // S(n): one matrix
std::vector<std::string> head_formula(const MemoryPlan& plan);   // R(n): Q, K, V, output of a head
std::vector<std::string> layer_formula(const MemoryPlan& plan);  // scores of one layer
std::vector<std::string> cache_formula(const MemoryPlan& plan);  // C(n): the KV cache

}  // namespace attn::lessons::memory_table
