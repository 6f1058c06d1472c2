// A sentence in several heads, and the later sections of the lesson heads.
#pragma once

#include "core/multi_head.hpp"
#include "document/page.hpp"
#include "lessons/steps.hpp"

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

// Parameters and multiplications by the number of heads, at the size of the first transformer.
void write_heads_cost(Page& page, const HeadsRun& run);

// Heads that share keys and values, on the sentence and in published models.
void write_sharing(Page& page, const HeadsRun& run);

}  // namespace attn
