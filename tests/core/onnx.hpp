// What do ONNX's own tests of attention say? tests/onnx holds them; its first lines say how.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "files/nd_array.hpp"

namespace attn {

struct OnnxCase {
  std::string name;
  std::map<std::string, double, std::less<>> attributes;
  std::map<std::string, Tensor, std::less<>> tensors;
  bool keep = false;    // whether attn_mask is Boolean, true where a key takes part
  bool narrow = false;  // whether the numbers are float16

  double attribute(std::string_view key, double otherwise) const;
  const Tensor& tensor(std::string_view key) const { return tensors.find(key)->second; }
  bool has(std::string_view key) const { return tensors.contains(key); }
};

// The cases whose name begins so.
std::vector<OnnxCase> onnx_cases(std::string_view prefix);

// Matrix i of a tensor whose last two lengths are its rows and columns.
Matrix matrix_at(const Tensor& tensor, Index i);

}  // namespace attn
