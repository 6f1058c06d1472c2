#include "learning/transformer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "core/gradients/layer_gradients.hpp"

namespace attn {

namespace {

Matrix normal_matrix(Index height, Index width, Index inputs, Generator& generator) {
  Matrix m = xt::empty<double>({height, width});
  generator.fill_normal({m.data(), m.size()});
  m /= std::sqrt(static_cast<double>(inputs));
  return m;
}

}  // namespace

std::vector<NamedWeight> weights_of(Transformer& model) {
  std::vector<NamedWeight> all{{"wte.weight", &model.embeddings}};
  if (model.shape.positions == Positions::learned) all.push_back({"wpe.weight", &model.positions});
  for (Index i = 0; i < model.layers.size(); ++i) {
    LayerWeights& layer = model.layers[i];
    const auto name = [i](const char* part) { return fmt::format("h.{}.{}.weight", i, part); };
    for (Matrix* w : {&layer.w_q, &layer.w_k, &layer.w_v}) all.push_back({name("attn.c_attn"), w});
    all.push_back({name("attn.c_proj"), &layer.w_o});
    if (model.shape.hidden == 0) continue;
    all.push_back({name("mlp.c_fc"), &layer.feed_forward.up});
    all.push_back({name("mlp.c_proj"), &layer.feed_forward.down});
  }
  all.push_back({"lm_head.weight", &model.unembedding});
  return all;
}

Index parameters_of(const TransformerShape& shape) {
  const Index joined = shape.heads * shape.d_k();
  const Index layer = 4 * shape.width * joined + 2 * shape.width * shape.hidden;
  const Index positions = shape.positions == Positions::learned ? shape.context * shape.width : 0;
  return 2 * shape.vocabulary * shape.width + positions + shape.layers * layer;
}

Transformer fresh_model(const TransformerShape& shape, Generator& generator) {
  if (shape.head_width == 0 && shape.width % shape.heads != 0) {
    throw std::logic_error("fresh_model: the heads do not divide the width");
  }
  const Index width = shape.width, joined = shape.heads * shape.d_k();
  Transformer model{shape, normal_matrix(shape.vocabulary, width, width, generator), {}, {}, {}};
  if (shape.positions == Positions::learned) {
    model.positions = normal_matrix(shape.context, width, width, generator);
  }
  for (Index i = 0; i < shape.layers; ++i) {
    LayerWeights layer{normal_matrix(width, joined, width, generator),
                       normal_matrix(width, joined, width, generator),
                       normal_matrix(width, joined, width, generator),
                       normal_matrix(joined, width, joined, generator),
                       {}};
    if (shape.hidden > 0) {
      layer.feed_forward = {normal_matrix(width, shape.hidden, width, generator),
                            normal_matrix(shape.hidden, width, shape.hidden, generator)};
    }
    model.layers.push_back(std::move(layer));
  }
  model.unembedding = normal_matrix(width, shape.vocabulary, width, generator);
  return model;
}

}  // namespace attn
