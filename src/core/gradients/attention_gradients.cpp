#include "core/gradients/attention_gradients.hpp"

#include <stdexcept>

namespace attn {

Matrix softmax_gradient(const Matrix& weights, const Matrix& d_weights) {
  if (weights.shape() != d_weights.shape()) {
    throw std::logic_error("softmax_gradient: shapes differ");
  }
  Matrix result = xt::empty_like(weights);
  for (Index i = 0; i < rows(weights); ++i) {
    double mean = 0.0;
    for (Index j = 0; j < columns(weights); ++j) mean += weights(i, j) * d_weights(i, j);
    for (Index j = 0; j < columns(weights); ++j) {
      result(i, j) = weights(i, j) * (d_weights(i, j) - mean);
    }
  }
  return result;
}

AttentionGradients attention_gradients(const Matrix& q, const Matrix& k, const Matrix& v,
                                       const Matrix& weights, double scale,
                                       const Matrix& d_output) {
  AttentionGradients gradients;
  gradients.v = ordered_product(transposed(weights), d_output);
  gradients.weights = ordered_product(d_output, transposed(v));
  gradients.scaled = softmax_gradient(weights, gradients.weights);
  gradients.scores = gradients.scaled * scale;
  gradients.q = ordered_product(gradients.scores, k);
  gradients.k = ordered_product(transposed(gradients.scores), q);
  return gradients;
}

}  // namespace attn
