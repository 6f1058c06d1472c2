// The derivative of anything by anything, from its values alone: what gradients are held to.
#pragma once

#include <cmath>
#include <functional>

#include "core/tensor.hpp"

namespace attn {

// ∂loss/∂m by central differences, (f(m + h) − f(m − h)) / 2h, entry by entry. In float64 with
// h = 1e-5 the truncation and the rounding are both near 1e-10 for a loss of the size of one.
inline Matrix central_differences(Matrix& m, const std::function<double()>& loss) {
  constexpr double kStep = 1e-5;
  Matrix result = xt::empty_like(m);
  for (Index i = 0; i < m.size(); ++i) {
    const double kept = m.data()[i];
    m.data()[i] = kept + kStep;
    const double above = loss();
    m.data()[i] = kept - kStep;
    const double below = loss();
    m.data()[i] = kept;
    result.data()[i] = (above - below) / (2.0 * kStep);
  }
  return result;
}

// Σ a ∘ b: a loss whose gradient by a is b.
inline double weighed(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (Index i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  return sum;
}

}  // namespace attn
