// A small transformer that can be trained: its weights, its way forward and its way back.
//
// x = embeddings + positions; x <- x + attention(norm(x)), x <- x + feed_forward(norm(x)), a layer
// after another; logits = norm(x) · unembedding. No biases; norms have gain 1.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/block.hpp"
#include "core/random/generator.hpp"
#include "core/tensor.hpp"

namespace attn {

// How a model is told where a token stands. With `none`, only a causal mask can tell.
enum class Positions { none, learned, sinusoids, rotary };

struct TransformerShape {
  Index vocabulary = 0, context = 0, width = 32, heads = 1, layers = 2;
  Index head_width = 0;  // d_k = d_v of a head; width / heads where it is 0
  Index hidden = 0;      // of the feed-forward layers, which are left out where it is 0
  Positions positions = Positions::learned;
  bool causal = true, scaled = true;

  Index d_k() const { return head_width == 0 ? width / heads : head_width; }
};

struct LayerWeights {
  Matrix w_q, w_k, w_v;      // (width, heads · d_k)
  Matrix w_o;                // (heads · d_k, width)
  FeedForward feed_forward;  // empty without one
};

// Also what a gradient is: ∂loss/∂weight in the place of each weight.
struct Transformer {
  TransformerShape shape;
  Matrix embeddings;  // (vocabulary, width)
  Matrix positions;   // (context, width) where they are learned, else empty
  std::vector<LayerWeights> layers;
  Matrix unembedding;  // (width, vocabulary)
};

// Every trained matrix in one order, with its usual name: "wte.weight", "h.0.attn.c_proj.weight",
// …. W_Q, W_K and W_V of a layer share theirs: together they are the columns of one matrix.
struct NamedWeight {
  std::string name;
  Matrix* weight;
};
std::vector<NamedWeight> weights_of(Transformer& model);

// Trained numbers, all together.
Index parameters_of(const TransformerShape& shape);

// Normal weights of deviation 1/√(rows), the embeddings' 1/√width.
// Throws std::logic_error when the heads do not divide the width.
Transformer fresh_model(const TransformerShape& shape, Generator& generator);

// A head whose output counts as 0: what the others do without it.
struct HeadPlace {
  Index layer = 0, head = 0;
};

// What the way back needs of a layer's way forward. Rows are tokens, sequence after sequence.
struct LayerPass {
  Matrix input, normed;         // (sequences · T, width)
  Matrix q, k, v;               // (sequences · T, heads · d_k), q and k turned where rotary
  std::vector<Matrix> weights;  // of sequence s and head h at s · heads + h, (T, T)
  Matrix joined;                // the heads' outputs, side by side
  Matrix middle, feed_input;    // after attention
};
struct Pass {
  Index length = 0;  // T
  std::vector<LayerPass> layers;
  Matrix last, normed;  // (sequences · T, width) what comes out of the last layer
  Matrix logits;        // (sequences · T, vocabulary)

  // Weights of one head on one sequence, (T, T).
  const Matrix& weights(Index layer, Index head, Index sequence, Index heads) const {
    return layers[layer].weights[sequence * heads + head];
  }
};

// tokens: sequences of `length` each, one after another. Throws std::logic_error when they are not,
// or are longer than a learned context.
Pass forward(const Transformer& model, std::span<const Index> tokens, Index length,
             std::optional<HeadPlace> left_out = {});

// The gradient of every weight, from that of the logits.
Transformer backward(const Transformer& model, const Pass& pass, std::span<const Index> tokens,
                     const Matrix& d_logits);

}  // namespace attn
