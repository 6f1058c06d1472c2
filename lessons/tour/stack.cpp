#include "lessons/tour/stack.hpp"

#include <cmath>

#include "core/mask.hpp"

namespace attn::lessons::tour {

Stack run_two_layers(const Sentence& sentence, const StackOptions& options) {
  Stack s{sentence, {}, {sentence.embeddings}};
  AttentionOptions attend{.scale = options.sharpness /
                                   std::sqrt(static_cast<double>(columns(sentence.w_k)))};
  if (options.causal) attend.mask = causal_mask(sentence.tokens.size());
  for (Index l = 0; l < 2; ++l) {
    const Matrix& x = s.x.back();
    Layer layer{product(x, sentence.w_q), product(x, sentence.w_k), product(x, sentence.w_v), {}};
    layer.a = attention(layer.q, layer.k, layer.v, attend);
    const Matrix next = x + layer.a.output;
    s.layers.push_back(std::move(layer));
    s.x.push_back(next);
  }
  return s;
}

}  // namespace attn::lessons::tour
