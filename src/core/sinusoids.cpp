#include "core/sinusoids.hpp"

#include <cmath>

namespace attn {

Matrix sinusoids(std::span<const double> positions, Index width, double base) {
  Matrix table = xt::empty<double>({positions.size(), width});
  for (Index c = 0; c < width; ++c) {
    const double pair = static_cast<double>(c / 2);
    const double frequency = std::pow(base, -2.0 * pair / static_cast<double>(width));
    for (Index t = 0; t < positions.size(); ++t) {
      const double angle = positions[t] * frequency;
      table(t, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
  return table;
}

}  // namespace attn
