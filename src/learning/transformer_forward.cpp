// The way forward: tokens in, logits out, and all that the way back needs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/ordered_product.hpp"
#include "learning/head_blocks.hpp"
#include "learning/transformer.hpp"

namespace attn {

namespace {

// Softmax of scale · scores along each row, over the keys that the mask leaves.
void to_weights(Matrix& scores, double scale, bool causal) {
  for (Index i = 0; i < rows(scores); ++i) {
    const Index seen = causal ? i + 1 : columns(scores);
    double* const score = scores.data() + i * columns(scores);
    const double peak = *std::max_element(score, score + seen);
    double sum = 0.0;
    for (Index j = 0; j < seen; ++j) sum += score[j] = ordered_exp((score[j] - peak) * scale);
    for (Index j = 0; j < seen; ++j) score[j] /= sum;
    std::fill(score + seen, score + columns(scores), 0.0);
  }
}

void attend(const Transformer& model, Index length, LayerPass& pass,
            std::optional<Index> left_out) {
  const Index heads = model.shape.heads, sequences = rows(pass.input) / length;
  pass.joined = xt::zeros_like(pass.q);
  for (Index s = 0; s < sequences; ++s) {
    for (Index h = 0; h < heads; ++h) {
      const HeadBlock at{s * length, length, h * model.shape.d_k(), model.shape.d_k()};
      Matrix weights = ordered_product(taken(pass.q, at), transposed(taken(pass.k, at)));
      to_weights(weights, scale_of(model.shape), model.shape.causal);
      if (h != left_out) put(pass.joined, at, ordered_product(weights, taken(pass.v, at)));
      pass.weights.push_back(std::move(weights));
    }
  }
}

Matrix embedded(const Transformer& model, std::span<const Index> tokens, Index length) {
  const Index width = model.shape.width;
  Matrix x = xt::empty<double>({tokens.size(), width});
  const Matrix positions = position_vectors(model, length);
  for (Index t = 0; t < tokens.size(); ++t) {
    for (Index c = 0; c < width; ++c) {
      x(t, c) =
          model.embeddings(tokens[t], c) + (positions.size() == 0 ? 0.0 : positions(t % length, c));
    }
  }
  return x;
}

}  // namespace

Pass forward(const Transformer& model, std::span<const Index> tokens, Index length,
             std::optional<HeadPlace> left_out) {
  if (length == 0 || tokens.size() % length != 0) throw std::logic_error("forward: ragged");
  if (model.shape.positions == Positions::learned && length > model.shape.context) {
    throw std::logic_error("forward: longer than the context");
  }
  Pass pass{length, {}, embedded(model, tokens, length), {}, {}};
  for (Index i = 0; i < model.layers.size(); ++i) {
    const LayerWeights& layer = model.layers[i];
    LayerPass& steps = pass.layers.emplace_back();
    steps.input = std::move(pass.last);
    steps.normed = layer_norm(steps.input);
    steps.q = turned(model.shape, ordered_product(steps.normed, layer.w_q), length, 1.0);
    steps.k = turned(model.shape, ordered_product(steps.normed, layer.w_k), length, 1.0);
    steps.v = ordered_product(steps.normed, layer.w_v);
    attend(model, length, steps,
           left_out && left_out->layer == i ? std::optional(left_out->head) : std::nullopt);
    steps.middle = steps.input + ordered_product(steps.joined, layer.w_o);
    pass.last = steps.middle;
    if (model.shape.hidden == 0) continue;
    steps.feed_input = layer_norm(steps.middle);
    const Matrix hidden =
        xt::maximum(ordered_product(steps.feed_input, layer.feed_forward.up), 0.0);
    pass.last += ordered_product(hidden, layer.feed_forward.down);
  }
  pass.normed = layer_norm(pass.last);
  pass.logits = ordered_product(pass.normed, model.unembedding);
  return pass;
}

}  // namespace attn
