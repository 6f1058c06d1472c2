// What does one head of a trained model compute with?
#pragma once

#include <span>

#include "learning/transformer.hpp"

namespace attn {

// Q = x · w_q, K = x · w_k, V = x · w_v are the head's own. Where the model has biases, the last
// column of x is 1 and the last row of each projection holds them.
struct HeadInput {
  Matrix x;              // (T, width), what goes into the layer's attention, after its norm
  Matrix w_q, w_k, w_v;  // (width, d_k)
  bool causal = false;   // whether the model hides later tokens
};

// Of a model without 1/√d_k, w_q is multiplied by √d_k, so that scaled scores are the model's.
// Throws std::logic_error for a rotary model, whose queries and keys are no product of x, and where
// there is no such layer or head.
HeadInput head_input(const Transformer& model, std::span<const Index> tokens,
                     const HeadPlace& place);

}  // namespace attn
