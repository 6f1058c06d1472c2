// What does a layer of attention cost beside a recurrent one? Counted while it is computed, and as
// formulas.
//
// After Vaswani et al., 2017 (arXiv 1706.03762), table 1, with the constants that it leaves out.
// The recurrent layer is the simplest one: state_t = tanh(x_t · w_x + state_{t−1} · w_h).
#pragma once

#include "core/tensor.hpp"
#include "support/integer.hpp"

namespace attn {

struct LayerCost {
  Integer products;  // multiplications of two numbers that are added up into a third
  Integer kept;      // numbers between input and output that exist at once, or wait for training
  Integer rounds;    // steps that must follow one another, if a whole product of matrices is one
  Integer path;      // steps from the first word to the last
};

// n words, d wide, n and d ≥ 1; throw Error past 128 bits.
LayerCost attention_cost(Integer n, Integer d);  // scores, softmax, weights · V: 2n²d, n², 3, 1
LayerCost recurrent_cost(Integer n, Integer d);  // 2nd², nd, n, n − 1

// W_Q, W_K, W_V and W_O on n words: 4nd² products more, which table 1 leaves out.
Integer projection_products(Integer n, Integer d);

// The same by doing it: plain loops that add 1 for every product.
struct Counted {
  Matrix output;  // (n, d)
  Integer products, kept, rounds;
};
Counted count_attention(const Matrix& q, const Matrix& k, const Matrix& v);
Counted count_recurrent(const Matrix& x, const Matrix& w_x, const Matrix& w_h);

// How far the state moves at each step, as a multiple of a nudge to the first word (row 0 of x
// moves by `nudge`, (1, d)): the exact derivative, (n,).
Vector recurrent_sensitivity(const Matrix& x, const Matrix& w_x, const Matrix& w_h,
                             const Matrix& nudge);

// The same of attention(x · w_q, x · w_k, x): the first word's query, key and value all move.
Vector attention_sensitivity(const Matrix& x, const Matrix& w_q, const Matrix& w_k,
                             const Matrix& nudge);

}  // namespace attn
