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

// How a number is stored, as --dtype names it.
struct NumberType {
  std::string_view name;
  Integer bytes;

  bool operator==(const NumberType&) const = default;
};
inline constexpr NumberType kFp64{"fp64", 8}, kFp32{"fp32", 4}, kBf16{"bf16", 2}, kFp16{"fp16", 2},
    kFp8{"fp8", 1};

void declare_number_type(Knobs& knobs, NumberType& type, std::string help);

struct MemoryOptions {
  std::vector<Integer> tokens{8, 512, 4096, 32768};
  NumberType dtype = kFp32;
  SizeUnits units = SizeUnits::iec;
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
  std::string_view dtype;       // "fp32"
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
