// When does the tiled kernel give the output, and how far from the steps does it lie?
#pragma once

#include <vector>

#include "core/attention_variants.hpp"

namespace attn {

// Whether float32 is asked for, every number is finite, and none so large that it might overflow on
// its way or that rounding of scores might decide which key gets the weight.
bool kernel_knows(const AttendInput& input, const AttendOptions& options);

// The largest magnitudes of what is attended to; NaN where there is one.
struct InputSizes {
  double q = 0.0, k = 0.0, v = 0.0;
};
// As far as it can be told from these, before a mask is added.
bool is_moderate(const InputSizes& sizes, Index width, Index keys, const AttendOptions& options);

// What rounding to float32 may come to in a row of output over so many keys, in parts of Σ w|v|;
// `score` is the largest magnitude of one.
double rounding_error(double score, Index width, Index keys);

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
// Of both, the one that is more of what it may be, for the rows of both; a NaN stays.
KernelError worse(const KernelError& one, const KernelError& two);
KernelError kernel_error(const KernelOutput& output, const AttendInput& input,
                         const AttendOptions& options);

}  // namespace attn
