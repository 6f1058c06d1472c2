// Which arrays does an attention leave behind, and how are they had without holding them?
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "attend/run.hpp"
#include "document/document.hpp"

namespace attn {

// An array in row-major order, some whole rows at a time.
struct StreamedArray {
  std::string id;  // "weights"
  std::vector<Index> shape;
  Array::Type type = Array::Type::real;
  Index pieces = 0;
  std::function<Matrix(Index piece)> piece = {};  // may be called by several threads
  std::string row = {}, column = {};  // what labels begin with, "q" for q0, q1, …; empty for none
  bool given = false;                 // it holds the numbers of the reader's own file
};

// q, k and v as they were attended to; sink and bias (a mask that is added) if there are; scores,
// scaled, capped if there is a cap, mask (1 = hidden), visible if there is a bias, weights and
// output. In two dimensions for one head in two dimensions; output as wide as queries were given.
std::vector<StreamedArray> arrays_of(const SharedRun& run);

// Its shape and labels, without numbers.
Array announced(const StreamedArray& array);

// Its numbers at once.
Array held(const StreamedArray& array);

}  // namespace attn
