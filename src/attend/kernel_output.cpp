#include "attend/kernel_output.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "attend/conventions.hpp"
#include "core/rows.hpp"
#include "kernel/flash_attention.hpp"

namespace attn {

namespace {

// Head h of sequence b is head b · heads + h of one long sequence: KV heads divide them as before.
kernel::Shape shape_of(const AttendInput& input) {
  return {.heads = input.q.shape(0) * input.q.shape(1),
          .kv_heads = input.k.shape(0) * input.k.shape(1),
          .queries = input.q.shape(2),
          .keys = input.k.shape(2),
          .d_k = input.q.shape(3),
          .d_v = input.v.shape(3)};
}

double scale_of(const AttendInput& input, const AttendOptions& options) {
  return options.scale.value_or(1.0 / std::sqrt(static_cast<double>(input.q.shape(3))));
}

// The two differ where the last query does not stand at the last key.
kernel::Causal causal_of(const AttendInput& input, const AttendOptions& options) {
  if (!options.causal) return kernel::Causal::no;
  const bool at_end =
      options.align == Align::bottom_right || input.past + input.q.shape(2) == input.k.shape(2);
  return at_end ? kernel::Causal::bottom_right : kernel::Causal::top_left;
}

bool knows_conventions(const AttendInput& input, const AttendOptions& options) {
  return std::ranges::all_of(conventions(), [&](const Convention& convention) {
    return convention.kernel_can(input, options);
  });
}

// The largest magnitude; NaN if there is one.
double size_of(const Batch& batch) {
  double largest = 0.0;
  for (const double x : batch) {
    if (!(std::abs(x) <= largest)) largest = std::abs(x);
    if (std::isnan(largest)) break;
  }
  return largest;
}

// What rounding to float32 may come to in a row of output, input parts of Σ w|v|: n numbers added
// up one by one err by (1 ± u)^n at most (Higham, 2002, "Accuracy and Stability of Numerical
// Algorithms", §3.1), those of a score too, and e^x by as much as x does.
double rounding_error(double score, Index components, Index keys) {
  constexpr double kUnit = 0x1p-24, kFew = 16.0;  // the other operations on a number
  const double of_score = (static_cast<double>(components) + kFew) * kUnit * score;
  return std::expm1(2.0 * of_score + (2.0 * static_cast<double>(keys) + kFew) * kUnit);
}

// Nothing comes near the end of float32 on its way, nor is rounding of scores so large that another
// key might get the weight; a NaN compares as false.
bool is_moderate(const AttendInput& input, const AttendOptions& options) {
  constexpr double kMost = 0x1p100;
  const Index width = input.q.shape(3), keys = input.k.shape(2);
  const double scale = std::abs(scale_of(input, options));
  const double q = size_of(input.q), k = size_of(input.k), v = size_of(input.v);
  const double score = q * k * scale * static_cast<double>(width);
  return scale < kMost && q < kMost && q * scale < kMost && k < kMost &&
         v * static_cast<double>(keys) < kMost && rounding_error(score, width, keys) < 1.0;
}

std::vector<float> floats(const Batch& batch) { return {batch.begin(), batch.end()}; }

KernelError error_of_row(const KernelOutput& output, const AttendInput& input,
                         const AttendOptions& options, const QueryBlock& block) {
  const AttendSteps steps = attend(input, options, block);
  const Matrix by_kernel = rows_of(output, input, block);
  const Index kv_head = kv_head_of(block.head, input.q.shape(1), input.k.shape(1));
  const Matrix q = head_rows(input.q, block.sequence, block.head, block.first, block.count);
  const Matrix k = head_of(input.k, block.sequence, kv_head);
  const Matrix sizes =
      product(steps.weights, Matrix(xt::abs(head_of(input.v, block.sequence, kv_head))));
  double longest = 0.0;
  for (Index j = 0; j < rows(k); ++j) longest = std::max(longest, norm(row(k, j)));
  const double score = std::abs(scale_of(input, options)) * norm(row(q, 0)) * longest;
  return {1, largest_difference(steps.output, by_kernel),
          rounding_error(score, columns(k), rows(k)) * range_of(sizes).high + 0x1p-126};
}

// Of both; a NaN stays.
KernelError worse(const KernelError& one, const KernelError& two) {
  const bool first = one.rows > 0 && (std::isnan(one.difference) ||
                                      one.difference * two.bound >= two.difference * one.bound);
  return {one.rows + two.rows, first ? one.difference : two.difference,
          first ? one.bound : two.bound};
}

}  // namespace

bool kernel_knows(const AttendInput& input, const AttendOptions& options) {
  return input.q.size() > 0 && knows_conventions(input, options) && is_moderate(input, options);
}

KernelOutput kernel_output(const AttendInput& input, const AttendOptions& options) {
  if (!kernel_knows(input, options))
    throw std::logic_error("kernel_output: not known to the kernel");
  return kernel::flash_attention(
      floats(input.q), floats(input.k), floats(input.v), shape_of(input),
      {.causal = causal_of(input, options), .scale = static_cast<float>(scale_of(input, options))});
}

Matrix rows_of(const KernelOutput& output, const AttendInput& input, const QueryBlock& block) {
  const Index width = input.v.shape(3);
  const Index first =
      (block.sequence * input.q.shape(1) + block.head) * input.q.shape(2) + block.first;
  Matrix rows = xt::empty<double>({block.count, width});
  std::copy_n(output.data() + first * width, block.count * width, rows.data());
  return rows;
}

KernelError kernel_error(const KernelOutput& output, const AttendInput& input,
                         const AttendOptions& options) {
  constexpr Index kMostRows = 16;
  const Index queries = input.q.shape(2), all = input.q.shape(0) * input.q.shape(1) * queries;
  const Index count = std::min(kMostRows, all);
  KernelError result{};
  for (Index i = 0; i < count; ++i) {
    const Index place = i * (all - 1) / std::max(count - 1, Index{1});
    const Index head = place / queries;
    const QueryBlock row{head / input.q.shape(1), head % input.q.shape(1), place % queries, 1};
    result = worse(result, error_of_row(output, input, options, row));
  }
  return result;
}

}  // namespace attn
