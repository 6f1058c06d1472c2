// Which keys a query may not see. In the lessons a mask says what is hidden: true = hidden.
#pragma once

#include <limits>

#include "core/tensor.hpp"

namespace attn {

// How a causal mask lies when there are more keys than queries, or fewer: with bottom_right the
// last query sees every key (a cache before it), with top_left query i sees keys 0…i whatever the
// number of keys (PyTorch's is_causal).
enum class Align { bottom_right, top_left };

// (queries, keys): key j is hidden from query i when it lies in the future.
Mask causal_mask(Index queries, Index keys, Align align = Align::bottom_right);
inline Mask causal_mask(Index n) { return causal_mask(n, n); }

// Causal, and no further back than `window` keys, the query's own included; window ≥ 1.
Mask window_mask(Index n, Index window);

// Causal, and of the past only the last `window` keys, the query's own included, and the first
// `sinks`: the cache of StreamingLLM (Xiao et al., 2023, arXiv 2309.17453). (n, n), true = hidden.
Mask sink_window_mask(Index n, Index window, Index sinks);

// The first `count` keys are padding, hidden from every query; (queries, keys).
Mask padding_mask(Index queries, Index keys, Index count);

// The scores with `fill` put in place of every hidden one; shapes as given.
// Throws std::logic_error when they differ.
Matrix hide(const Matrix& scores, const Mask& mask,
            double fill = -std::numeric_limits<double>::infinity());

}  // namespace attn
