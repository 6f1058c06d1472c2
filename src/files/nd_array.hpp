// What is an array from a file, in any number of dimensions?
#pragma once

#include <vector>

#include "core/tensor.hpp"

namespace attn {

struct Tensor {
  std::vector<Index> shape;    // {} for a single number
  std::vector<double> values;  // row-major, whatever the file stored them as
};

}  // namespace attn
