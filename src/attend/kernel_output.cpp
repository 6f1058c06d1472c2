#include "attend/kernel_output.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/rows.hpp"
#include "kernel/flash_attention.hpp"
#include "kernel/workspace.hpp"

namespace attn {

namespace {

using Floats = std::vector<float>;

// The first `count` rows of each head of a sequence, (heads, count, width).
Floats first_rows(const Batch& batch, Index sequence, Index count) {
  const Index heads = batch.shape(1), length = batch.shape(2), width = batch.shape(3);
  Floats rows;
  rows.reserve(heads * count * width);
  for (Index head = 0; head < heads; ++head) {
    const double* const from = batch.data() + (sequence * heads + head) * length * width;
    rows.insert(rows.end(), from, from + count * width);
  }
  return rows;
}

// Of a hidden key −∞, and never because a number is beyond float32.
float as_added(double value, AttendMask::Means means) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  switch (means) {
    case AttendMask::Means::hide:
      return value != 0.0 ? -kInfinity : 0.0F;
    case AttendMask::Means::keep:
      return value == 0.0 ? -kInfinity : 0.0F;
    case AttendMask::Means::add:
      break;
  }
  if (value == -std::numeric_limits<double>::infinity()) return -kInfinity;
  constexpr double kLowest = std::numeric_limits<float>::lowest();
  return static_cast<float>(std::max(value, kLowest));
}

// As large as the reader's own.
Floats mask_numbers(const AttendOptions& options) {
  Floats numbers;
  if (!options.mask) return numbers;
  numbers.reserve(options.mask->values.size());
  for (const double x : options.mask->values) numbers.push_back(as_added(x, options.mask->means));
  return numbers;
}

kernel::Mask mask_of(const Batch& mask, const Floats& numbers, Index sequence) {
  const auto step = [&mask](Index axis, Index size) { return mask.shape(axis) == 1 ? 0 : size; };
  const Index line = mask.shape(3), head = mask.shape(2) * line, all = mask.shape(1) * head;
  return {.values = std::span(numbers).subspan(step(0, all) * sequence),
          .head_step = step(1, head),
          .query_step = step(2, line),
          .key_step = step(3, 1)};
}

// What a query that sees no key gets, (kv_heads, d_v); nothing for 0.
Floats output_of_empty_rows(const AttendInput& input, EmptyRow empty, Index sequence) {
  const Index heads = input.v.shape(1), keys = input.v.shape(2), width = input.v.shape(3);
  if (empty == EmptyRow::zero || keys == 0) return {};
  if (empty == EmptyRow::nan) return Floats(heads * width, std::numeric_limits<float>::quiet_NaN());
  Floats means;
  for (Index head = 0; head < heads; ++head) {
    const Matrix values = head_of(input.v, sequence, head);
    for (Index c = 0; c < width; ++c) {
      double sum = 0.0;
      for (Index j = 0; j < keys; ++j) sum += values(j, c);
      means.push_back(static_cast<float>(sum / static_cast<double>(keys)));
    }
  }
  return means;
}

kernel::Causal causal_of(const AttendOptions& options) {
  if (!options.causal && !options.window) return kernel::Causal::no;
  return options.align == Align::bottom_right ? kernel::Causal::bottom_right
                                              : kernel::Causal::top_left;
}

// What all sequences share.
struct Shared {
  kernel::Workspace workspace = kernel::Workspace{};
  Floats mask, sinks;
};

// Keys of padding are left out.
void attend_to(const AttendInput& input, const AttendOptions& options, Index sequence,
               Shared& shared, std::span<float> output) {
  const std::vector<Index>& lengths = options.kv_len;
  const Index known = lengths.empty()       ? input.k.shape(2)
                      : lengths.size() == 1 ? lengths.front()
                                            : lengths[sequence];
  const Floats empty = output_of_empty_rows(input, options.empty_row, sequence);
  const auto single = [](const std::optional<double>& x) {
    return x ? std::optional(static_cast<float>(*x)) : std::nullopt;
  };
  kernel::Options o{.causal = causal_of(options),
                    .past = input.past,
                    .window = options.window,
                    .scale = single(options.scale),
                    .softcap = single(options.softcap),
                    .sinks = shared.sinks,
                    .empty = empty,
                    .workspace = &shared.workspace};
  if (options.mask) o.mask = mask_of(options.mask->values, shared.mask, sequence);
  const kernel::Shape shape{.heads = input.q.shape(1),
                            .kv_heads = input.k.shape(1),
                            .queries = input.q.shape(2),
                            .keys = known,
                            .d_k = input.q.shape(3),
                            .d_v = input.v.shape(3)};
  kernel::flash_attention(first_rows(input.q, sequence, shape.queries),
                          first_rows(input.k, sequence, known),
                          first_rows(input.v, sequence, known), shape, o, output);
}

}  // namespace

KernelOutput kernel_output(const AttendInput& input, const AttendOptions& options) {
  if (!kernel_knows(input, options))
    throw std::logic_error("kernel_output: not known to the kernel");
  const Index one = input.q.shape(1) * input.q.shape(2) * input.v.shape(3);
  KernelOutput output(input.q.shape(0) * one);
  Shared shared{.mask = mask_numbers(options), .sinks = {}};
  if (options.sink) shared.sinks.assign(options.sink->begin(), options.sink->end());
  for (Index sequence = 0; sequence < input.q.shape(0); ++sequence) {
    attend_to(input, options, sequence, shared, std::span(output).subspan(sequence * one, one));
  }
  return output;
}

Matrix rows_of(const KernelOutput& output, const AttendInput& input, const QueryBlock& block) {
  const Index width = input.v.shape(3);
  const Index first =
      (block.sequence * input.q.shape(1) + block.head) * input.q.shape(2) + block.first;
  Matrix rows = xt::empty<double>({block.count, width});
  std::copy_n(output.data() + first * width, block.count * width, rows.data());
  return rows;
}

}  // namespace attn
