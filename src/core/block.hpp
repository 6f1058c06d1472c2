// What stands around attention in a transformer block?
//
// x -> layer norm -> attention -> + x -> layer norm -> feed-forward -> + x, once for each block.
// One head, no dropout, all biases 0, gains 1, as before training.
#pragma once

#include "core/attention.hpp"
#include "support/integer.hpp"

namespace attn {

// Each row minus its mean, divided by √(variance + ε): mean 0 and variance close to 1, whatever the
// size of the row; same shape. Ba, Kiros and Hinton, 2016 (arXiv 1607.06450), gain 1, bias 0.
Matrix layer_norm(const Matrix& x, double epsilon = 1e-5);

// max(0, x · up) · down, row by row: (T, d_model) -> (T, d_model). Vaswani et al., 2017 (arXiv
// 1706.03762), equation 2.
struct FeedForward {
  Matrix up;    // (d_model, d_ff)
  Matrix down;  // (d_ff, d_model)
};
Matrix feed_forward(const Matrix& x, const FeedForward& weights);

struct BlockWeights {
  Matrix w_q, w_k;  // (d_model, d_k)
  Matrix w_v;       // (d_model, d_v)
  Matrix w_o;       // (d_v, d_model)
  FeedForward feed_forward;
};

// Where the two layer norms are: before each sublayer (pre-norm, as most models now), after each
// addition (post-norm, as in 2017), or nowhere.
enum class Norms { before, after, none };

struct BlockShape {
  Norms norms = Norms::before;
  bool residual = true;  // false: a sublayer's output takes the place of its input
};

// Every stage of a block, each (T, d_model) but for attention.
struct BlockSteps {
  Matrix attention_input;  // what Q, K and V are made of
  Attention attention;
  Matrix attended;    // attention's output · w_o
  Matrix middle;      // after the first sublayer
  Matrix feed_input;  // what goes into the feed-forward layer
  Matrix fed;         // what comes out of it
  Matrix output;
};
BlockSteps run_block(const Matrix& x, const BlockWeights& weights, const BlockShape& shape = {});

// How a block's output moves for each unit that x moves by along dx, (T, d_model): the exact
// derivative at `steps`, what run_block made of x, where a nudge of any size would drown in
// rounding or bend. At the corner of max(0, ·) the slope is 0.
Matrix block_slope(const BlockSteps& steps, const Matrix& x, const Matrix& dx,
                   const BlockWeights& weights, const BlockShape& shape = {});

// Trained numbers of one block, biases included: W_Q, W_K, W_V, W_O; up and down, d_ff =
// expansion · d_model; gain and bias of two layer norms. Throws Error past 128 bits.
struct BlockParameters {
  Integer attention, feed_forward, norms;

  Integer total() const { return attention + feed_forward + norms; }
};
BlockParameters block_parameters(Integer d_model, Integer expansion = 4);

}  // namespace attn
