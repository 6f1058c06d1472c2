// What hides keys, or draws weight away from them, in the reader's files?
#pragma once

#include <array>
#include <string>
#include <vector>

#include "attend/problem.hpp"
#include "core/attention_variants.hpp"

namespace attn {

// Each throws Error naming the option, what it found and what would fit.

// (batch,) or one for all; none of them beyond the keys.
std::vector<Index> kv_lengths(const TensorOptions& options, Index sequences, Index keys);

// `scores` is (batch, heads, T, S). Missing dimensions in front count as 1; a mask of fewer keys is
// taken where the rest of them is padding.
AttendMask read_mask(const TensorOptions& options, const std::array<Index, 4>& scores,
                     const std::vector<Index>& kv_len);

// One for each head.
Vector read_sink(const std::string& path, Index heads);

}  // namespace attn
