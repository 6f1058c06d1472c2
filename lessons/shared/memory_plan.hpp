// What is to be counted in memory-table? The reader's tokens, dtype and shape, checked and
// complete.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "files/models.hpp"
#include "lessons/lesson.hpp"
#include "support/size.hpp"

namespace attn {

struct MemoryOptions {
  std::vector<Integer> tokens{8, 512, 4096, 32768};
  std::string dtype = "fp32", units = "iec";
  std::optional<std::string> like, fit;
  std::optional<Integer> layers, heads, kv_heads, head_dim;
  Integer batch = 1;
  bool show_work = false;
};

// What --like takes.
std::vector<std::string> model_names();

void declare_memory(Knobs& knobs, MemoryOptions& options);

struct MemoryPlan {
  Model model;                  // as published
  bool changed = false;         // whether the reader's own layers, heads or d_k stand in its place
  AttentionShape shape;         // what is counted
  AttentionShape one_head;      // the same d_k and dtype: one head, layer and sequence
  std::string dtype;            // "fp32"
  std::vector<Integer> tokens;  // ascending, each once
  Integer focus = 0;            // the largest that was asked for
  SizeUnits units = SizeUnits::iec;
  std::optional<Integer> budget;  // bytes
  bool show_work = false;
};

// Throws Error when the model is unknown, heads do not share KV heads evenly, or a count for twice
// the tokens would not fit in 128 bits.
MemoryPlan plan_memory(const MemoryOptions& options);

}  // namespace attn
