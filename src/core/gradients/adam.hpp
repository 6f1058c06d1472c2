// How far does one step of training move each weight?
#pragma once

#include <span>
#include <vector>

#include "core/tensor.hpp"

namespace attn {

// Kingma and Ba, 2015, "Adam" (arXiv 1412.6980), algorithm 1.
struct AdamOptions {
  double rate = 1e-3, momentum = 0.9, memory = 0.999, epsilon = 1e-8;
};

// m ← β₁ m + (1 − β₁) g, v ← β₂ v + (1 − β₂) g², w ← w − rate · m̂ / (√v̂ + ε), where the hats divide
// by 1 − β₁ᵗ and 1 − β₂ᵗ. The first step moves every weight by about `rate`, whatever its gradient.
class Adam {
 public:
  explicit Adam(const AdamOptions& options = {}) : options_(options) {}

  // Moves the weights by one step. All calls take as many matrices, of the same shapes; throws
  // std::logic_error otherwise. `rate` times the factor is this step's.
  void step(std::span<Matrix* const> weights, std::span<const Matrix> gradients,
            double factor = 1.0);

 private:
  AdamOptions options_;
  double momentum_left_ = 1.0, memory_left_ = 1.0;  // β₁ᵗ, β₂ᵗ
  std::vector<Matrix> means_, squares_;
};

}  // namespace attn
