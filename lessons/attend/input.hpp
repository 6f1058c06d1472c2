// Do the reader's tensors go together, and what is to be computed on them?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/attention_variants.hpp"
#include "lessons/attend/options.hpp"

namespace attn::lessons::attend {

struct AttendProblem {
  Batch q, k, v;
  std::optional<Batch> past_k, past_v;
  AttendOptions options;
  Index rank = 2;                          // of the queries as they were given
  bool example = true;                     // whether the numbers are the built-in ones
  std::optional<Batch> expected;           // (batch, heads, T, d_v)
  std::vector<std::string> files;          // every one that was read
  std::vector<std::vector<Index>> shapes;  // of q, k and v as they were given

  AttendInput input() const { return input(options); }
  AttendInput input(const AttendOptions& o) const { return prepare(q, k, v, past_k, past_v, o); }
};

// Reads the files that are named, or takes the example. Throws Error, naming the option and what
// would work, when a file cannot be read, shapes do not go together, or options exclude each other.
AttendProblem read_problem(const TensorOptions& options);

}  // namespace attn::lessons::attend
