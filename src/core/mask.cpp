#include "core/mask.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn {

Mask causal_mask(Index queries, Index keys, Align align) {
  Mask mask = xt::zeros<bool>({queries, keys});
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < keys; ++j) {
      // j > i + keys − queries, written without a difference that could fall below zero.
      mask(i, j) = align == Align::top_left ? j > i : j + queries > i + keys;
    }
  }
  return mask;
}

Mask window_mask(Index n, Index window) {
  Mask mask = causal_mask(n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j + window <= i; ++j) mask(i, j) = true;
  }
  return mask;
}

Mask sink_window_mask(Index n, Index window, Index sinks) {
  Mask mask = window_mask(n, window);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < std::min(sinks, i + 1); ++j) mask(i, j) = false;
  }
  return mask;
}

Mask padding_mask(Index queries, Index keys, Index count) {
  Mask mask = xt::zeros<bool>({queries, keys});
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < std::min(count, keys); ++j) mask(i, j) = true;
  }
  return mask;
}

Matrix hide(const Matrix& scores, const Mask& mask, double fill) {
  if (scores.shape() != mask.shape()) throw std::logic_error("hide: shapes differ");
  return xt::where(mask, fill, scores);
}

}  // namespace attn
