// What is in a vector after several layers of attention, and from which token did it come?
#pragma once

#include <span>
#include <vector>

#include "core/attention.hpp"

namespace attn {

// What a layer computed from its state.
struct StackLayer {
  Matrix q, k, v;
  Attention attention;
};

// Layers of one head each with the same projections, x ← x + weights · x · w_v.
struct AttentionStack {
  std::vector<Matrix> states;  // layers + 1 of them, (T, d_model): before each, and at last
  std::vector<StackLayer> layers;
};

// x (T, d_model); w_q, w_k (d_model, d_k); w_v (d_model, d_model).
AttentionStack attention_stack(const Matrix& x, const Matrix& w_q, const Matrix& w_k,
                               const Matrix& w_v, Index layers,
                               const AttentionOptions& options = {});

// The weights of each layer, first to last, (T, T) each.
std::vector<Matrix> weights_of(const AttentionStack& stack);

// Attention rollout: (½A_L + ½I) … (½A_1 + ½I), half for the residual connection. Row i says how
// much of each token is in vector i, as far as weights alone can tell; it sums to 1.
// Abnar and Zuidema, 2020, arXiv 2005.00928.
Matrix rollout(std::span<const Matrix> weights);

// Vector i after all layers, taken apart by token: row k is what x_k brought, (T, d_model), and the
// rows add up to the vector. With the weights as they are, the stack is linear in x:
// x_L = Σ_m P_m x w_v^m, where P_m sums the products of weights along all paths of m steps.
Matrix token_contributions(const Matrix& x, const Matrix& w_v, std::span<const Matrix> weights,
                           Index i);

}  // namespace attn
