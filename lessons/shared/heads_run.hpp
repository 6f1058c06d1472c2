// A sentence's attention in several heads: what the lessons heads and kv-cache show.
#pragma once

#include "core/multi_head.hpp"
#include "lessons/shared/steps.hpp"

namespace attn {

struct HeadsOptions {
  StepsOptions sentence;
  std::optional<Integer> heads;
};

inline constexpr Integer kMostHeads = 64;

// A sentence's attention in several heads.
struct HeadsRun {
  Steps steps;
  Matrix w_o;  // (d_v, d_model)
  Index heads = 1;
  MultiHead m;
};

// Throws Error when the heads do not divide the components.
HeadsRun run_heads(const HeadsOptions& options);

}  // namespace attn
