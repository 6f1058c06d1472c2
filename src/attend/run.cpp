#include "attend/run.hpp"

#include <algorithm>

namespace attn {

namespace {

// Fewer queries of a long row, but enough that the keys are not fetched for each of them.
Index rows_of_block(const AttendInput& input) {
  constexpr Index kNumbers = Index{1} << 21, kFewest = 8, kMost = 64;
  return std::clamp(kNumbers / std::max(input.k.shape(2), Index{1}), kFewest, kMost);
}

}  // namespace

SharedRun start_run(const TensorOptions& options, bool (*large)(const AttendInput& input)) {
  AttendProblem problem = read_problem(options);
  AttendInput input = problem.input();
  const auto run = std::make_shared<AttendRun>(AttendRun{std::move(problem), std::move(input)});
  if (large(run->input) && kernel_knows(run->input, run->problem.options)) {
    run->by_kernel = Once<KernelOutput>([in = &run->input, options = &run->problem.options] {
      return kernel_output(*in, *options);
    });
  }
  return run;
}

Index blocks_of_head(const AttendInput& input) {
  const Index rows = rows_of_block(input);
  return (input.q.shape(2) + rows - 1) / rows;
}

Index block_count(const AttendInput& input) {
  if (input.q.size() == 0) return 0;  // there may be no end of sequences that hold nothing
  return input.q.shape(0) * input.q.shape(1) * blocks_of_head(input);
}

QueryBlock block_at(const AttendInput& input, Index block) {
  const Index blocks = blocks_of_head(input), heads = input.q.shape(1);
  const Index first = block % blocks * rows_of_block(input);
  return {block / blocks / heads, block / blocks % heads, first,
          std::min(rows_of_block(input), input.q.shape(2) - first)};
}

Matrix output_rows(const AttendRun& run, const QueryBlock& block) {
  if (run.by_kernel.valid()) return rows_of(run.by_kernel.get(), run.input, block);
  return attend(run.input, run.problem.options, block).output;
}

}  // namespace attn
