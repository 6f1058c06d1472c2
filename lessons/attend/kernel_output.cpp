#include "lessons/attend/kernel_output.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/rows.hpp"
#include "kernel/flash_attention.hpp"
#include "kernel/instruction_set.hpp"
#include "lessons/shared/claims.hpp"

namespace attn::lessons::attend {

namespace {

// Head h of sequence b is head b · heads + h of one long sequence: KV heads divide them as before.
kernel::Shape shape_of(const AttendInput& in) {
  return {.heads = in.q.shape(0) * in.q.shape(1),
          .kv_heads = in.k.shape(0) * in.k.shape(1),
          .queries = in.q.shape(2),
          .keys = in.k.shape(2),
          .d_k = in.q.shape(3),
          .d_v = in.v.shape(3)};
}

double scale_of(const AttendInput& in, const AttendOptions& o) {
  return o.scale.value_or(1.0 / std::sqrt(static_cast<double>(in.q.shape(3))));
}

// Nothing where the first query stands neither at the first key nor such that the last sees all.
std::optional<kernel::Causal> causal_of(const AttendInput& in, const AttendOptions& o) {
  if (!o.causal) return kernel::Causal::no;
  if (o.align == Align::bottom_right || in.past + in.q.shape(2) == in.k.shape(2)) {
    return kernel::Causal::bottom_right;
  }
  return in.past == 0 ? std::optional(kernel::Causal::top_left) : std::nullopt;
}

bool knows_conventions(const AttendInput& in, const AttendOptions& o) {
  const bool plain = !o.mask && !o.window && !o.softcap && !o.sink && o.kv_len.empty();
  return plain && o.precision.digits == kFloat32.digits && o.empty_row == EmptyRow::zero &&
         in.q.size() > 0;
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

// What rounding to float32 may come to in a row of output, in parts of Σ w|v|: n numbers added up
// one by one err by (1 ± u)^n at most (Higham, 2002, "Accuracy and Stability of Numerical
// Algorithms", §3.1), those of a score too, and e^x by as much as x does.
double rounding_error(double score, Index components, Index keys) {
  constexpr double kUnit = 0x1p-24, kFew = 16.0;  // the other operations on a number
  const double of_score = (static_cast<double>(components) + kFew) * kUnit * score;
  return std::expm1(2.0 * of_score + (2.0 * static_cast<double>(keys) + kFew) * kUnit);
}

// Nothing comes near the end of float32 on its way, nor is rounding of scores so large that another
// key might get the weight; a NaN compares as false.
bool is_moderate(const AttendInput& in, const AttendOptions& o) {
  constexpr double kMost = 0x1p100;
  const Index width = in.q.shape(3), keys = in.k.shape(2);
  const double scale = std::abs(scale_of(in, o));
  const double q = size_of(in.q), k = size_of(in.k), v = size_of(in.v);
  const double score = q * k * scale * static_cast<double>(width);
  return scale < kMost && q < kMost && q * scale < kMost && k < kMost &&
         v * static_cast<double>(keys) < kMost && rounding_error(score, width, keys) < 1.0;
}

std::vector<float> floats(const Batch& batch) { return {batch.begin(), batch.end()}; }

double norm(std::span<const double> x) {
  double sum = 0.0;
  for (const double component : x) sum += component * component;
  return std::sqrt(sum);
}

Nearness nearness_of_row(const FastOutput& fast, const AttendInput& in, const AttendOptions& o,
                         const AttendSlice& at) {
  const AttendSteps steps = attn::attend(in, o, at);
  const Matrix output = rows_of(fast, in, at);
  const Index kv_head = kv_head_of(at.head, in.q.shape(1), in.k.shape(1));
  const Matrix q = head_rows(in.q, at.sequence, at.head, at.first, at.count);
  const Matrix k = head_of(in.k, at.sequence, kv_head);
  const Matrix sizes = product(steps.weights, Matrix(xt::abs(head_of(in.v, at.sequence, kv_head))));
  double longest = 0.0;
  for (Index j = 0; j < rows(k); ++j) longest = std::max(longest, norm(row(k, j)));
  const double score = std::abs(scale_of(in, o)) * norm(row(q, 0)) * longest;
  return {1, largest_difference(steps.output, output),
          rounding_error(score, columns(k), rows(k)) * range_of(sizes).high + 0x1p-126};
}

// Of both; a NaN stays.
Nearness worse(const Nearness& a, const Nearness& b) {
  const bool first =
      a.rows > 0 && (std::isnan(a.difference) || a.difference * b.bound >= b.difference * a.bound);
  return {a.rows + b.rows, first ? a.difference : b.difference, first ? a.bound : b.bound};
}

}  // namespace

bool kernel_knows(const AttendInput& in, const AttendOptions& o) {
  return knows_conventions(in, o) && causal_of(in, o) && is_moderate(in, o);
}

FastOutput fast_output(const AttendInput& in, const AttendOptions& o) {
  if (!kernel_knows(in, o)) throw std::logic_error("fast_output: not known to the kernel");
  return kernel::flash_attention(
      floats(in.q), floats(in.k), floats(in.v), shape_of(in),
      {.causal = *causal_of(in, o), .scale = static_cast<float>(scale_of(in, o))});
}

Matrix rows_of(const FastOutput& fast, const AttendInput& in, const AttendSlice& at) {
  const Index width = in.v.shape(3);
  const Index first = (at.sequence * in.q.shape(1) + at.head) * in.q.shape(2) + at.first;
  Matrix rows = xt::empty<double>({at.count, width});
  std::copy_n(fast.data() + first * width, at.count * width, rows.data());
  return rows;
}

Nearness nearness(const FastOutput& fast, const AttendInput& in, const AttendOptions& o) {
  constexpr Index kMostRows = 16;
  const Index queries = in.q.shape(2), all = in.q.shape(0) * in.q.shape(1) * queries;
  const Index count = std::min(kMostRows, all);
  Nearness result{};
  for (Index i = 0; i < count; ++i) {
    const Index place = i * (all - 1) / std::max(count - 1, Index{1});
    const Index head = place / queries;
    const AttendSlice row{head / in.q.shape(1), head % in.q.shape(1), place % queries, 1};
    result = worse(result, nearness_of_row(fast, in, o, row));
  }
  return result;
}

void write_nearness(Page& page, const Nearness& n) {
  page.say(
      "The output comes from the tiled kernel that flash-tiling --measure times, in float32 and {} "
      "instructions, which holds no row of weights. The scores and weights come from the steps, "
      "one by one.",
      kernel::instruction_sets().front()->name);
  page.claim("kernel-near", "the kernel's output is that of the steps, but for rounding",
             check(n.difference <= n.bound,
                   "in {} rows from the first to the last, at most {} off, where rounding to "
                   "float32 may come to {}",
                   n.rows, tiny(n.difference), tiny(n.bound)));
}

}  // namespace attn::lessons::attend
