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

// exp(s_j) / (exp(sink) + Σ_k exp(s_k)) along the row: a score without a key, so that a row may sum
// to less than 1. Learned a head in gpt-oss (2025, arXiv 2508.10925); −∞ is the usual softmax. A
// row that sees nothing but the sink has weights 0, and is not empty.
Matrix softmax_with_sink(const Matrix& scores, double sink, EmptyRow empty = EmptyRow::zero);

// The formula as written, exp(score) / Σ exp(score): overflows to inf / inf = NaN past 709.78.
Matrix naive_softmax(const Matrix& scores);

// −Σ w ln w of each row, in nats; 0 ln 0 counts as 0. Uniform weights over n keys have ln n.
Vector entropy(const Matrix& weights);

}  // namespace attn
