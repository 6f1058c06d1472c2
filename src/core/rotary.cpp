#include "core/rotary.hpp"

#include <cmath>
#include <stdexcept>

namespace attn {

Rotation rotation(std::span<const double> positions, Index r, double base) {
  if (r % 2 != 0) throw std::logic_error("rotation: components turn in pairs");
  Matrix cosines = xt::empty<double>({positions.size(), r / 2});
  Matrix sines = xt::empty_like(cosines);
  for (Index i = 0; i < r / 2; ++i) {
    const double frequency = std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(r));
    for (Index t = 0; t < positions.size(); ++t) {
      cosines(t, i) = std::cos(positions[t] * frequency);
      sines(t, i) = std::sin(positions[t] * frequency);
    }
  }
  return {std::move(cosines), std::move(sines)};
}

Matrix rotated(const Matrix& x, const Rotation& rotation, RotaryLayout layout) {
  const Index count = columns(rotation.cosines);
  if (rotation.cosines.shape() != rotation.sines.shape() || rows(rotation.cosines) != rows(x) ||
      2 * count > columns(x)) {
    throw std::logic_error("rotated: shapes differ");
  }
  const bool neighbours = layout == RotaryLayout::pairs;
  Matrix result = x;
  for (Index t = 0; t < rows(x); ++t) {
    for (Index i = 0; i < count; ++i) {
      const Index a = neighbours ? 2 * i : i;
      const Index b = neighbours ? 2 * i + 1 : i + count;
      const double cosine = rotation.cosines(t, i), sine = rotation.sines(t, i);
      result(t, a) = x(t, a) * cosine - x(t, b) * sine;
      result(t, b) = x(t, a) * sine + x(t, b) * cosine;
    }
  }
  return result;
}

}  // namespace attn
