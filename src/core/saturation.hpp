// Why scores are divided by √d. The dot product of two random vectors of width d has variance d, so
// that softmax of it saturates when d is large: measured on random draws of a query and its keys.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/random/generator.hpp"

namespace attn {

struct Estimate {
  double mean;
  double standard_error;  // of that mean
};

// How sharp a row of weights a = softmax(z) is, in three ways; the mean of each over the draws.
struct MeanStatistics {
  Estimate peak;      // the largest weight: 1 when saturated, 1/keys when uniform
  Estimate entropy;   // −Σ a ln a, in nats: 0 when saturated, ln(keys) when uniform
  Estimate jacobian;  // Frobenius norm of ∂a/∂z = diag(a) − a·aᵀ: 0 when no gradient passes
};

struct Saturation {
  std::int64_t d;
  MeanStatistics unscaled;  // z = q·k
  MeanStatistics scaled;    // z = q·k / √d
  double score_mean;        // of q·k over all draws and keys; 0 in theory
  Estimate score_variance;  // the same scores' sample variance; d in theory
};

struct SweepShape {
  std::vector<std::int64_t> dims{8, 64, 512, 4096};
  std::int64_t keys = 16;
  std::int64_t draws = 300;
};

// How sharp softmax(scores / divisor) is.
struct RowStatistics {
  double peak, entropy, jacobian;
};
RowStatistics row_statistics(std::span<const double> scores, double divisor);

// For each d, `draws` times: a query (d,), then keys (keys, d), all standard normal and in the
// order in which NumPy would draw them. Memory grows with the largest d and with `keys`, not with
// their product. Throws Error when a d or `keys` is below 1, or `draws` below 2.
std::vector<Saturation> saturation_sweep(Generator& generator, const SweepShape& shape);

}  // namespace attn
