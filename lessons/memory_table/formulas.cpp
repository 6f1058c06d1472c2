#include "lessons/memory_table/memory_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn::lessons::memory_table {

namespace {

// A factor of a product as a formula shows it: {"d_k", 128}; {"2", 2}.
struct Factor {
  std::string symbol;  // LaTeX
  Integer value;       // 0 stands for n
  int power = 1;
};
const Factor kTokens{"n", 0}, kPairs{"n^2", 0, 2};

std::vector<std::string> formula(const MemoryPlan& plan, const std::string& name,
                                 const std::vector<Factor>& factors) {
  std::vector<std::string> symbols;
  for (const Factor& factor : factors) symbols.push_back(factor.symbol);
  std::vector<std::string> lines{fmt::format("{}(n) = {}", name, fmt::join(symbols, R"( \cdot )"))};
  if (!plan.show_work) return lines;
  for (const Integer n : plan.tokens) {
    std::vector<std::string> values;
    Integer bytes = 1;
    for (const Factor& factor : factors) {
      const Integer value = factor.value == 0 ? n : factor.value;
      for (int i = 0; i < factor.power; ++i) bytes = checked_multiply(bytes, value);
      values.push_back(factor.power == 1 ? fmt::format("{}", value)
                                         : fmt::format("{}^{}", value, factor.power));
    }
    lines.push_back(fmt::format(R"({}({}) = {} = \text{{{}}})", name, n,
                                fmt::join(values, R"( \cdot )"), grouped(bytes)));
  }
  return lines;
}

}  // namespace

std::vector<std::string> score_formula(const MemoryPlan& plan) {
  return formula(plan, "S", {kPairs, {"b", plan.shape.number_bytes}});
}

std::vector<std::string> head_formula(const MemoryPlan& plan) {
  const AttentionShape& shape = plan.one_head;
  return formula(plan, "R",
                 {{"4", 4}, kTokens, {"d_k", shape.head_dim}, {"b", shape.number_bytes}});
}

std::vector<std::string> layer_formula(const MemoryPlan& plan) {
  const AttentionShape& shape = plan.shape;
  return formula(plan, R"(S_{\text{layer}})",
                 {{"B", shape.batch}, {"h", shape.heads}, kPairs, {"b", shape.number_bytes}});
}

std::vector<std::string> cache_formula(const MemoryPlan& plan) {
  const AttentionShape& shape = plan.shape;
  return formula(plan, "C",
                 {{"2", 2},
                  {"B", shape.batch},
                  {"L", shape.layers},
                  {R"(h_{\text{KV}})", shape.kv_heads},
                  {"d_k", shape.head_dim},
                  kTokens,
                  {"b", shape.number_bytes}});
}

}  // namespace attn::lessons::memory_table
