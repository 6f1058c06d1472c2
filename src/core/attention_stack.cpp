#include "core/attention_stack.hpp"

#include <stdexcept>

namespace attn {

AttentionStack attention_stack(const Matrix& x, const Matrix& w_q, const Matrix& w_k,
                               const Matrix& w_v, Index layers, const AttentionOptions& options) {
  AttentionStack stack{{x}, {}};
  for (Index layer = 0; layer < layers; ++layer) {
    const Matrix& state = stack.states.back();
    StackLayer own{product(state, w_q), product(state, w_k), product(state, w_v), {}};
    own.attention = attention(own.q, own.k, own.v, options);
    const Matrix next = state + own.attention.output;
    stack.layers.push_back(std::move(own));
    stack.states.push_back(next);
  }
  return stack;
}

std::vector<Matrix> weights_of(const AttentionStack& stack) {
  std::vector<Matrix> weights;
  for (const StackLayer& layer : stack.layers) weights.push_back(layer.attention.weights);
  return weights;
}

Matrix rollout(std::span<const Matrix> weights) {
  if (weights.empty()) throw std::logic_error("rollout: no layers");
  Matrix result = xt::eye<double>(rows(weights[0]));
  for (const Matrix& each : weights) {
    const Matrix moved = product(each, result);
    result = 0.5 * result + 0.5 * moved;
  }
  return result;
}

Matrix token_contributions(const Matrix& x, const Matrix& w_v, std::span<const Matrix> weights,
                           Index i) {
  std::vector<Matrix> paths{xt::eye<double>(rows(x))};  // P_0, P_1, …
  for (const Matrix& each : weights) {
    paths.push_back(xt::zeros<double>({rows(x), rows(x)}));
    for (Index m = paths.size() - 1; m > 0; --m) {
      const Matrix step = product(each, paths[m - 1]);
      paths[m] += step;
    }
  }
  Matrix parts = xt::zeros<double>({rows(x), columns(x)});
  Matrix projected = x;  // x · w_v^m
  for (const Matrix& path : paths) {
    for (Index k = 0; k < rows(x); ++k) {
      for (Index c = 0; c < columns(x); ++c) parts(k, c) += path(i, k) * projected(k, c);
    }
    projected = product(projected, w_v);
  }
  return parts;
}

}  // namespace attn
