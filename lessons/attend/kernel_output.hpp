// When does the tiled kernel give the output, and how far from the steps does it lie?
#pragma once

#include <vector>

#include "core/attention_variants.hpp"
#include "document/page.hpp"

namespace attn::lessons::attend {

// Whether it knows the conventions, every number is finite, and none so large that it might
// overflow on its way.
bool kernel_knows(const AttendInput& input, const AttendOptions& options);

using FastOutput = std::vector<float>;  // (batch, heads, T, d_v)

// In O(T + S) memory; throws std::logic_error for what it does not know.
FastOutput fast_output(const AttendInput& input, const AttendOptions& options);

// (count, d_v)
Matrix rows_of(const FastOutput& fast, const AttendInput& input, const AttendSlice& slice);

// How far the output lies from that of the steps, in rows from the first to the last.
struct Nearness {
  Index rows = 0;
  double difference = 0.0;  // in the row where it is most of what it may be
  double bound = 0.0;       // what rounding may come to in that row
};
Nearness nearness(const FastOutput& fast, const AttendInput& input, const AttendOptions& options);

// Says where the output is from, and claims that it is that of the steps.
void write_nearness(Page& page, const Nearness& nearness);

}  // namespace attn::lessons::attend
