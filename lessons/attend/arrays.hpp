// Which arrays does an attention leave behind, and how are they had without holding them?
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "lessons/attend/input.hpp"
#include "lessons/attend/kernel_output.hpp"

namespace attn::lessons::attend {

// What is computed once the reader's tensors are together: shared by all that asks for a part of
// it.
struct Attending {
  AttendProblem problem;
  AttendInput input;
  std::shared_future<FastOutput> fast = {};  // computed once; valid where the kernel is asked
};
using SharedAttending = std::shared_ptr<const Attending>;

// The queries of every head in order, in blocks so small that a few times T × S may be held.
Index block_count(const AttendInput& input);
AttendSlice block_at(const AttendInput& input, Index block);

// (count, d_v), from the kernel or step by step.
Matrix output_rows(const Attending& attending, const AttendSlice& slice);

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
std::vector<StreamedArray> arrays_of(const SharedAttending& attending);

// Its numbers at once.
Array held(const StreamedArray& array);

}  // namespace attn::lessons::attend
