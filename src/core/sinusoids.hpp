// Which vectors tell the positions apart? Sines and cosines of ever longer waves: Vaswani et al.,
// 2017, "Attention is all you need" (arXiv 1706.03762), section 3.5.
#pragma once

#include <span>

#include "core/tensor.hpp"

namespace attn {

inline constexpr double kSinusoidBase = 10000.0;

// (T, width): row t holds sin(p ω_i) at column 2i and cos(p ω_i) at column 2i + 1, for the position
// p of token t and ω_i = base^(−2i/width). An odd width ends with a sine.
Matrix sinusoids(std::span<const double> positions, Index width, double base = kSinusoidBase);

}  // namespace attn
