#include "core/gradients/adam.hpp"

#include <cmath>
#include <stdexcept>

namespace attn {

void Adam::step(std::span<Matrix* const> weights, std::span<const Matrix> gradients,
                double factor) {
  if (means_.empty()) {
    for (const Matrix& gradient : gradients) {
      means_.emplace_back(xt::zeros_like(gradient));
      squares_.emplace_back(xt::zeros_like(gradient));
    }
  }
  if (weights.size() != means_.size() || gradients.size() != means_.size()) {
    throw std::logic_error("Adam: another number of weights");
  }
  momentum_left_ *= options_.momentum;
  memory_left_ *= options_.memory;
  for (Index i = 0; i < weights.size(); ++i) {
    Matrix &weight = *weights[i], &mean = means_[i], &square = squares_[i];
    const Matrix& gradient = gradients[i];
    if (weight.shape() != mean.shape() || gradient.shape() != mean.shape()) {
      throw std::logic_error("Adam: another shape of a weight");
    }
    for (Index at = 0; at < weight.size(); ++at) {
      const double g = gradient.data()[at];
      double &m = mean.data()[at], &v = square.data()[at];
      m = options_.momentum * m + (1.0 - options_.momentum) * g;
      v = options_.memory * v + (1.0 - options_.memory) * g * g;
      weight.data()[at] -= factor * options_.rate * (m / (1.0 - momentum_left_)) /
                           (std::sqrt(v / (1.0 - memory_left_)) + options_.epsilon);
    }
  }
}

}  // namespace attn
