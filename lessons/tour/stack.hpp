// What comes out of attention layer on attention layer, each reading what the one before wrote?
#pragma once

#include <vector>

#include "core/attention.hpp"
#include "files/sentence.hpp"

namespace attn::lessons::tour {

struct Layer {
  Matrix q, k, v;
  Attention a;
};

// x[0] are the embeddings, x[l] what layer l leaves: x[l − 1] plus its output, (T, d_model).
struct Stack {
  Sentence sentence;
  std::vector<Layer> layers;
  std::vector<Matrix> x;

  const Matrix& weights(Index layer) const { return layers[layer - 1].a.weights; }  // from 1
};

struct StackOptions {
  double sharpness = 1.0;  // scores are multiplied by sharpness / √d_k
  bool causal = false;
};

// Two layers with the same w_q, w_k and w_v; w_v is square, so that its output can be added to x.
Stack run_two_layers(const Sentence& sentence, const StackOptions& options);

}  // namespace attn::lessons::tour
