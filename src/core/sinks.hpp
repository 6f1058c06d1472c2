// What holds the weight that a row has no better use for?
#pragma once

#include "core/tensor.hpp"

namespace attn {

// Causal, and of the past only the last `window` keys, the query's own included, and the first
// `sinks`: the cache of StreamingLLM (Xiao et al., 2023, arXiv 2309.17453). (n, n), true = hidden.
Mask sink_window_mask(Index n, Index window, Index sinks);

// exp(s_j) / (exp(sink) + Σ_k exp(s_k)) along the row: a score without a key, so that a row may sum
// to less than 1. Learned a head in gpt-oss (2025, arXiv 2508.10925); −∞ is the usual softmax.
Matrix softmax_with_sink(const Matrix& scores, double sink);

}  // namespace attn
