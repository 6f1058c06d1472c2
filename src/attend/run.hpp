// What is computed once the reader's tensors are together, and by whom?
#pragma once

#include <memory>

#include "attend/kernel_output.hpp"
#include "attend/problem.hpp"
#include "support/threads.hpp"

namespace attn {

// Shared by all that ask for a part of it, at once or later.
struct AttendRun {
  AttendProblem problem;
  AttendInput input;
  Once<KernelOutput> by_kernel = {};  // computed once; valid where it is asked for
};
using SharedRun = std::shared_ptr<const AttendRun>;

// Reads the tensors. Step by step, or with the output from the kernel where that knows how and
// `large` says that the steps would take long. Throws Error as read_problem does.
SharedRun start_run(const TensorOptions& options, bool (*large)(const AttendInput& input));

// The queries of every head in order, in blocks so small that a few times T × S may be held.
Index block_count(const AttendInput& input);
QueryBlock block_at(const AttendInput& input, Index block);
Index blocks_of_head(const AttendInput& input);

// (count, d_v), from the kernel or step by step.
Matrix output_rows(const AttendRun& run, const QueryBlock& block);

}  // namespace attn
