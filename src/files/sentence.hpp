// What does a lesson compute with: which words, as which vectors, seen through which projections?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.hpp"

namespace attn {

struct Sentence {
  std::vector<std::string> tokens;  // T, none empty
  Matrix embeddings;                // (T, d_model)
  Matrix w_q, w_k;                  // (d_model, d_k)
  Matrix w_v;                       // (d_model, d_v)
  bool causal = false;              // whether the model that they are of hides later words
};

// From {"tokens": ["The", …], "embeddings": [[…], …], "w_q": [[…], …], "w_k": …, "w_v": …}; the
// three projections may be left out together, and are then the identity. Throws Error, one line
// that begins with `file`, for whatever does not fit together, or is larger than 4096 either way.
Sentence parse_sentence(std::string_view text, std::string_view file);

// The same from a file; "-" is standard input.
Sentence read_sentence(const std::string& path);

}  // namespace attn
