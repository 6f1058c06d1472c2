// Which arrays does an attention leave behind, and how are they had without holding them?
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "lessons/attend_input.hpp"

namespace attn {

// What is computed once the reader's tensors are together: shared by all that asks for a part of
// it.
struct Attending {
  AttendProblem problem;
  AttendInput input;
};
using SharedAttending = std::shared_ptr<const Attending>;

// Every query of every head, a block at a time; stops when `visit` says false.
using VisitSteps = std::function<bool(const AttendSlice&, const AttendSteps&)>;
void each_block(const Attending& attending, const VisitSteps& visit);

// An array in row-major order, some whole rows at a time.
struct StreamedArray {
  using Sink = std::function<bool(std::span<const double>)>;  // false: no more is wanted

  std::string id;  // "weights"
  std::vector<Index> shape;
  Array::Type type = Array::Type::real;
  std::function<void(const Sink&)> stream;
  std::string row = {}, column = {};  // what labels begin with, "q" for q0, q1, …; empty for none
};

// q, k and v as they were attended to (when they are an example's, or were rotated or put behind a
// cache); scores, scaled, capped if there is a cap, mask (1 = hidden), weights and output. In two
// dimensions for one head in two dimensions; output as wide as queries were given.
std::vector<StreamedArray> arrays_of(const SharedAttending& attending);

// Its numbers at once.
Array held(const StreamedArray& array);

}  // namespace attn
