// The way back: from the gradient of the logits to that of every weight.
#include "core/gradients/attention_gradients.hpp"
#include "core/gradients/layer_gradients.hpp"
#include "learning/head_blocks.hpp"
#include "learning/transformer.hpp"

namespace attn {

namespace {

// d_joined (sequences · T, heads · d_k) -> the gradients of q, k and v, likewise joined.
struct Projected {
  Matrix q, k, v;
};
Projected attend_back(const TransformerShape& shape, const LayerPass& pass, Index length,
                      const Matrix& d_joined) {
  Projected d{xt::empty_like(pass.q), xt::empty_like(pass.k), xt::empty_like(pass.v)};
  for (Index i = 0; i < pass.weights.size(); ++i) {
    const HeadBlock at{i / shape.heads * length, length, i % shape.heads * shape.d_k(),
                       shape.d_k()};
    const AttentionGradients g =
        attention_gradients(taken(pass.q, at), taken(pass.k, at), taken(pass.v, at),
                            pass.weights[i], scale_of(shape), taken(d_joined, at));
    put(d.q, at, g.q);
    put(d.k, at, g.k);
    put(d.v, at, g.v);
  }
  d.q = turned(shape, std::move(d.q), length, -1.0);
  d.k = turned(shape, std::move(d.k), length, -1.0);
  return d;
}

// Through one layer: from the gradient of its output to that of its input and its weights.
Matrix layer_back(const TransformerShape& shape, const LayerWeights& layer, const LayerPass& pass,
                  Index length, Matrix d_output, LayerWeights& d_layer) {
  if (shape.hidden > 0) {
    FeedForwardGradients fed =
        feed_forward_gradients(pass.feed_input, layer.feed_forward, d_output);
    d_layer.feed_forward = std::move(fed.weights);
    d_output += layer_norm_gradient(pass.middle, fed.x);
  }
  LinearGradients out = linear_gradients(pass.joined, layer.w_o, d_output);
  d_layer.w_o = std::move(out.w);
  const Projected d = attend_back(shape, pass, length, out.x);
  LinearGradients q = linear_gradients(pass.normed, layer.w_q, d.q),
                  k = linear_gradients(pass.normed, layer.w_k, d.k),
                  v = linear_gradients(pass.normed, layer.w_v, d.v);
  d_layer.w_q = std::move(q.w);
  d_layer.w_k = std::move(k.w);
  d_layer.w_v = std::move(v.w);
  const Matrix d_normed = q.x + k.x + v.x;
  return d_output + layer_norm_gradient(pass.input, d_normed);
}

}  // namespace

Transformer backward(const Transformer& model, const Pass& pass, std::span<const Index> tokens,
                     const Matrix& d_logits) {
  Transformer d{model.shape, {}, {}, std::vector<LayerWeights>(model.layers.size()), {}};
  LinearGradients logits = linear_gradients(pass.normed, model.unembedding, d_logits);
  d.unembedding = std::move(logits.w);
  Matrix d_x = layer_norm_gradient(pass.last, logits.x);
  for (Index i = model.layers.size(); i-- > 0;) {
    d_x = layer_back(model.shape, model.layers[i], pass.layers[i], pass.length, std::move(d_x),
                     d.layers[i]);
  }
  d.embeddings = embedding_gradient(tokens, d_x, model.shape.vocabulary);
  if (model.shape.positions == Positions::learned) {
    d.positions = xt::zeros_like(model.positions);
    for (Index t = 0; t < rows(d_x); ++t) {
      for (Index c = 0; c < columns(d_x); ++c) d.positions(t % pass.length, c) += d_x(t, c);
    }
  }
  return d;
}

}  // namespace attn
