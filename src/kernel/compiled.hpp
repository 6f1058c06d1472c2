// What is compiled for each set of instructions?
//
// Each file that includes this one compiles it for its own. All is therefore in an unnamed
// namespace, here and in what it includes, and calls no inline function from elsewhere: code for a
// newer processor must not be linked into the rest.
#pragma once

#include "kernel/multiply_adds.hpp"
#include "kernel/row_loops.hpp"
#include "kernel/tiles.hpp"

namespace attn::kernel {

namespace {

// Panels of three vectors, as far as no single vector is left over: one alone cannot keep the
// multipliers busy. What a lane computes does not depend on the others of its panel.
template <typename Simd, bool varied, typename F>
ATTN_INLINE void each_panel(const QueryBlock& block, float* scratch, F f) {
  Size left = (block.query_count + kLanes<Simd> - 1) / kLanes<Simd>;
  for (Size first = 0; left > 0;) {
    const Size vectors = left == 4 ? 2 : least(left, 3);
    if (vectors == 3) f(Attention<Simd, 3, varied>(block, first, scratch));
    if (vectors == 2) f(Attention<Simd, 2, varied>(block, first, scratch));
    if (vectors == 1) f(Attention<Simd, 1, varied>(block, first, scratch));
    first += vectors * kLanes<Simd>;
    left -= vectors;
  }
}

// Panels take turns at each block of keys, which then comes from the L2 cache.
template <typename Simd, bool varied>
void attend_to_all(const QueryBlock& block, float* scratch) {
  each_panel<Simd, varied>(block, scratch, [](auto panel) { panel.start(); });
  for (Size key = 0; key < block.key_count; key += kKeyBlock) {
    each_panel<Simd, varied>(block, scratch, [key](auto panel) { panel.attend_to_keys(key); });
  }
  each_panel<Simd, varied>(block, scratch, [](auto panel) { panel.finish(); });
}

template <typename Simd>
void attend(const QueryBlock& block, float* scratch) {
  if (block.variant == nullptr) {
    attend_to_all<Simd, false>(block, scratch);
  } else {
    attend_to_all<Simd, true>(block, scratch);
  }
}

template <typename Simd>
void attend_in_part(const QueryBlock& block, Part part, float* scratch) {
  each_panel<Simd, false>(block, scratch, [](auto panel) { panel.start(); });
  for (Size key = 0; part != Part::packing && key < block.key_count; key += kKeyBlock) {
    each_panel<Simd, false>(block, scratch, [key, part](auto panel) {
      if (part == Part::products) {
        panel.multiply_only(0);
      } else {
        panel.attend_to_keys(part == Part::memory ? key : 0);
      }
    });
  }
  each_panel<Simd, false>(block, scratch, [](auto panel) { panel.finish(); });
}

template <typename Simd>
constexpr InstructionSet instruction_set(const char* name) {
  static_assert(kQueryBlock % kLanes<Simd> == 0);
  return {name,
          kLanes<Simd>,
          attend<Simd>,
          Panel<Simd, 3, false>::scratch_size,
          attend_in_part<Simd>,
          softmax<Simd>,
          sum<Simd>,
          multiply_adds<Simd>};
}

}  // namespace

}  // namespace attn::kernel
