// Does float32 hold what the kernel would compute, and how far from the steps may it lie?
#include <algorithm>
#include <cmath>
#include <limits>

#include "attend/kernel_output.hpp"
#include "core/rows.hpp"

namespace attn {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double scale_of(Index width, const AttendOptions& options) {
  return options.scale.value_or(1.0 / std::sqrt(static_cast<double>(width)));
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

// In every row, of what a mask adds to scores that are not hidden, the largest; of these the
// largest magnitude. Where a row has larger ones, what is far below them has no weight.
double size_of_mask(const AttendInput& input, const AttendOptions& options) {
  constexpr Index kRows = 64;  // at once
  double size = 0.0;
  const bool adds = options.mask && options.mask->means == AttendMask::Means::add;
  if (!adds || input.k.shape(2) == 0) return size;
  const Index queries = input.q.shape(2);
  const Index heads = options.mask->values.shape(1) == 1 ? 1 : input.q.shape(1);
  for (Index i = 0; i < input.q.shape(0) * heads; ++i) {
    for (Index first = 0; first < queries; first += kRows) {
      const Index count = std::min(kRows, queries - first);
      for (const double most :
           row_max(added_to_scores(input, options, {i / heads, i % heads, first, count}))) {
        if (most != -kInfinity) size = std::max(size, std::abs(most));
      }
    }
  }
  return size;
}

bool is_moderate(const AttendInput& input, const AttendOptions& options) {
  const Index width = input.q.shape(3), keys = input.k.shape(2);
  const InputSizes sizes{size_of(input.q), size_of(input.k), size_of(input.v)};
  if (!is_moderate(sizes, width, keys, options)) return false;
  const double score =
      sizes.q * sizes.k * std::abs(scale_of(width, options)) * static_cast<double>(width);
  return rounding_error(score + size_of_mask(input, options), width, keys) < 1.0;
}

// The largest magnitude that a mask adds where there is a weight, and of a sink that has a share.
double added_size(const AttendSteps& steps, const AttendOptions& options, Index head) {
  constexpr double kFar = 110.0;  // e^−110 is 0 in float32
  double size = 0.0, peak = -kInfinity;
  for (Index j = 0; j < columns(steps.weights); ++j) {
    peak = std::max(peak, steps.visible(0, j));
    if (steps.weights(0, j) > 0.0 && !steps.hidden(0, j)) {
      size = std::max(size, std::abs(steps.visible(0, j) - steps.capped(0, j)));
    }
  }
  const double sink = options.sink ? (*options.sink)(head) : -kInfinity;
  return std::abs(sink - peak) < kFar ? std::max(size, std::abs(sink)) : size;
}

// The largest |x − y|; NaN where only one of two is a NaN.
double distance(const Matrix& one, const Matrix& two) {
  double largest = 0.0;
  for (Index i = 0; i < one.size(); ++i) {
    const double x = one.data()[i], y = two.data()[i];
    if (std::isnan(x) && std::isnan(y)) continue;
    if (!(std::abs(x - y) <= largest)) largest = std::abs(x - y);
  }
  return largest;
}

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
  const double score = std::abs(scale_of(input.q.shape(3), options)) * norm(row(q, 0)) * longest +
                       added_size(steps, options, block.head);
  const Range most = range_of(sizes);
  return {1, distance(steps.output, by_kernel),
          rounding_error(score, columns(k), rows(k)) * (std::isnan(most.high) ? 0.0 : most.high) +
              0x1p-126};
}

}  // namespace

// n numbers added up one by one err by (1 ± u)^n at most (Higham, 2002, "Accuracy and Stability of
// Numerical Algorithms", §3.1), those of a score too, and e^x by as much as x does.
double rounding_error(double score, Index width, Index keys) {
  constexpr double kUnit = 0x1p-24, kFew = 16.0;  // the other operations on a number
  const double of_score = (static_cast<double>(width) + kFew) * kUnit * score;
  return std::expm1(2.0 * of_score + (2.0 * static_cast<double>(keys) + kFew) * kUnit);
}

// Nothing comes near the end of float32 on its way, nor is rounding of scores so large that another
// key might get the weight; a NaN compares as false.
bool is_moderate(const InputSizes& sizes, Index width, Index keys, const AttendOptions& options) {
  constexpr double kMost = 0x1p100;
  const double scale = std::abs(scale_of(width, options)), cap = options.softcap.value_or(1.0);
  const double score = sizes.q * sizes.k * scale * static_cast<double>(width);
  const bool inputs = scale < kMost && sizes.q < kMost && sizes.q * scale < kMost &&
                      sizes.k < kMost && sizes.v * static_cast<double>(keys) < kMost;
  const bool capped = cap < kMost && 1.0 / cap < kMost && score / cap < kMost &&
                      scale / cap < kMost && sizes.q * scale / cap < kMost;
  const bool sinks = !options.sink || std::ranges::all_of(*options.sink, [](double sink) {
    return sink == -kInfinity || std::abs(sink) < kMost;
  });
  return inputs && capped && sinks && rounding_error(score, width, keys) < 1.0;
}

bool kernel_knows(const AttendInput& input, const AttendOptions& options) {
  return options.precision == kFloat32 && input.q.size() > 0 && is_moderate(input, options);
}

KernelError worse(const KernelError& one, const KernelError& two) {
  const bool first = one.rows > 0 && (std::isnan(one.difference) ||
                                      one.difference * two.bound >= two.difference * one.bound);
  return {one.rows + two.rows, first ? one.difference : two.difference,
          first ? one.bound : two.bound};
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
