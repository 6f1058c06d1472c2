#include "learning/head_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/rotary.hpp"
#include "core/sinusoids.hpp"

namespace attn {

namespace {

std::vector<double> counted(Index length) {
  std::vector<double> positions(length);
  std::iota(positions.begin(), positions.end(), 0.0);
  return positions;
}

Matrix rounded(Matrix m) {
  std::ranges::transform(m, m.begin(),
                         [](double x) { return static_cast<double>(static_cast<float>(x)); });
  return m;
}

}  // namespace

Matrix taken(const Matrix& m, const HeadBlock& at) {
  Matrix block = xt::empty<double>({at.rows, at.columns});
  for (Index i = 0; i < at.rows; ++i) {
    std::copy_n(m.data() + (at.row + i) * columns(m) + at.column, at.columns,
                block.data() + i * at.columns);
  }
  return block;
}

void put(Matrix& m, const HeadBlock& at, const Matrix& block) {
  for (Index i = 0; i < at.rows; ++i) {
    std::copy_n(block.data() + i * at.columns, at.columns,
                m.data() + (at.row + i) * columns(m) + at.column);
  }
}

double scale_of(const TransformerShape& shape) {
  return shape.scaled ? 1.0 / std::sqrt(static_cast<double>(shape.d_k())) : 1.0;
}

Matrix position_vectors(const Transformer& model, Index length) {
  switch (model.shape.positions) {
    case Positions::learned:
      return taken(model.positions, {0, length, 0, model.shape.width});
    case Positions::sinusoids:
      // Their size beside embeddings of deviation 1/√width.
      return rounded(sinusoids(counted(length), model.shape.width)) /
             std::sqrt(static_cast<double>(model.shape.width) / 2.0);
    default:
      return {};
  }
}

Matrix turned(const TransformerShape& shape, Matrix m, Index length, double direction) {
  if (shape.positions != Positions::rotary) return m;
  Rotation angles = rotation(counted(length), shape.d_k());
  angles.cosines = rounded(std::move(angles.cosines));
  angles.sines = rounded(std::move(angles.sines)) * direction;
  for (Index first = 0; first < rows(m); first += length) {
    for (Index h = 0; h < shape.heads; ++h) {
      const HeadBlock at{first, length, h * shape.d_k(), shape.d_k()};
      put(m, at, rotated(taken(m, at), angles, RotaryLayout::half));
    }
  }
  return m;
}

}  // namespace attn
