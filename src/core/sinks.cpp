#include "core/sinks.hpp"

#include <algorithm>

#include "core/mask.hpp"
#include "core/softmax.hpp"

namespace attn {

Mask sink_window_mask(Index n, Index window, Index sinks) {
  Mask mask = window_mask(n, window);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < std::min(sinks, i + 1); ++j) mask(i, j) = false;
  }
  return mask;
}

Matrix softmax_with_sink(const Matrix& scores, double sink) {
  Matrix extended = xt::empty<double>({rows(scores), columns(scores) + 1});
  for (Index i = 0; i < rows(scores); ++i) {
    for (Index j = 0; j < columns(scores); ++j) extended(i, j) = scores(i, j);
    extended(i, columns(scores)) = sink;
  }
  const Matrix weights = softmax(extended);
  return xt::view(weights, xt::all(), xt::range(Index{0}, columns(scores)));
}

}  // namespace attn
