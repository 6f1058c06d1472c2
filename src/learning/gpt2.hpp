// What does a head of a checkpoint of GPT-2's layout compute with?
//
// x = wte + wpe; x <- x + c_proj(attention(ln_1(x))), x <- x + c_proj(gelu(c_fc(ln_2(x)))), a layer
// after another, everything with biases. Radford et al., 2019; openai/gpt-2, src/model.py.
#pragma once

#include <string>
#include <string_view>

#include "files/safetensors/safetensors.hpp"
#include "learning/head_input.hpp"

namespace attn {

// What the weights do not tell, as config.json beside them has it.
struct Gpt2Config {
  Index heads = 0;  // 0: of width 64, as in all that were published
  double epsilon = 1e-5;
};
// Throws Error, one line that begins with `file`, also for models that compute in another way.
Gpt2Config parse_gpt2_config(std::string_view json, std::string_view file);

class Gpt2 {
 public:
  // `file` outlives it. Throws Error where what is there does not fit together.
  Gpt2(const Safetensors& file, const Gpt2Config& config);

  Index layers() const { return layers_; }
  Index heads() const { return heads_; }
  Index context() const { return context_; }
  Index vocabulary() const { return vocabulary_; }

  // Reads the layers up to that one. Throws Error when a weight is missing or of another shape;
  // std::logic_error when there is no such layer, head or token, or the context is too short.
  HeadInput head_input(std::span<const Index> tokens, const HeadPlace& place) const;

 private:
  Matrix weight(const std::string& part, Index layer, Index rows, Index columns) const;
  Matrix linear(const Matrix& x, const std::string& part, Index layer, Index columns) const;
  Matrix norm(const Matrix& x, const std::string& part, Index layer) const;
  Matrix embedded(std::span<const Index> tokens) const;
  Matrix after_layer(Matrix x, Index layer) const;

  const Safetensors& file_;
  std::string prefix_;  // "transformer." or nothing
  double epsilon_;
  Index width_ = 0, vocabulary_ = 0, context_ = 0, layers_ = 0, heads_ = 0;
};

}  // namespace attn
