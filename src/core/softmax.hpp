// From scores to weights: exp, divided by its sum along the row.
#pragma once

#include "core/tensor.hpp"

namespace attn {

// What becomes of a row in which every score is −∞, since 0 / 0 has no answer.
enum class EmptyRow { zero, nan, uniform };

// Every stage of a stable softmax, row by row, (m, n) and (m,).
struct SoftmaxSteps {
  Vector peaks;    // the row maximum
  Matrix exps;     // exp(score − maximum): at most 1, so nothing overflows
  Vector sums;     // of the exps along the row
  Matrix weights;  // exps / sums
};
SoftmaxSteps softmax_steps(const Matrix& scores, EmptyRow empty = EmptyRow::zero);

// The weights alone, same shape; each row sums to 1. Bridle, 1990.
Matrix softmax(const Matrix& scores, EmptyRow empty = EmptyRow::zero);

// The formula as written, exp(score) / Σ exp(score): overflows to inf / inf = NaN past 709.78.
Matrix naive_softmax(const Matrix& scores);

// −Σ w ln w of each row, in nats; 0 ln 0 counts as 0. Uniform weights over n keys have ln n.
Vector entropy(const Matrix& weights);

}  // namespace attn
