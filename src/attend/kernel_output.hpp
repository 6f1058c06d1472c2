// When does the tiled kernel give the output, and how far from the steps does it lie?
#pragma once

#include <vector>

#include "core/attention_variants.hpp"

namespace attn {

// Whether float32 is asked for, every number is finite, and none so large that it might overflow on
// its way or that rounding of scores might decide which key gets the weight.
bool kernel_knows(const AttendInput& input, const AttendOptions& options);

using KernelOutput = std::vector<float>;  // (batch, heads, T, d_v)

// In O(T + S) memory beside the mask; throws std::logic_error for what it does not know.
KernelOutput kernel_output(const AttendInput& input, const AttendOptions& options);

// (count, d_v)
Matrix rows_of(const KernelOutput& output, const AttendInput& input, const QueryBlock& block);

// How far the output lies from that of the steps, in rows from the first to the last.
struct KernelError {
  Index rows = 0;
  double difference = 0.0;  // in the row where it is most of what it may be
  double bound = 0.0;       // what rounding may come to in that row
};
KernelError kernel_error(const KernelOutput& output, const AttendInput& input,
                         const AttendOptions& options);

}  // namespace attn
