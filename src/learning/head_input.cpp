#include "learning/head_input.hpp"

#include <cmath>
#include <stdexcept>

#include "learning/head_blocks.hpp"

namespace attn {

HeadInput head_input(const Transformer& model, std::span<const Index> tokens,
                     const HeadPlace& place) {
  const TransformerShape& shape = model.shape;
  if (shape.positions == Positions::rotary || place.layer >= model.layers.size() ||
      place.head >= shape.heads) {
    throw std::logic_error("head_input: a rotary model, or no such head");
  }
  const LayerWeights& layer = model.layers[place.layer];
  const HeadBlock at{0, shape.width, place.head * shape.d_k(), shape.d_k()};
  HeadInput input{forward(model, tokens, tokens.size()).layers[place.layer].normed,
                  taken(layer.w_q, at), taken(layer.w_k, at), taken(layer.w_v, at), shape.causal};
  if (!shape.scaled) input.w_q *= std::sqrt(static_cast<double>(shape.d_k()));
  return input;
}

}  // namespace attn
