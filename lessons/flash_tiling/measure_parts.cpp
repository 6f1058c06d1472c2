#include "lessons/flash_tiling/measure_parts.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "kernel/buffer.hpp"
#include "kernel/flash_attention.hpp"
#include "kernel/instruction_set.hpp"
#include "kernel/probe.hpp"
#include "kernel/workspace.hpp"
#include "lessons/flash_tiling/measure_runs.hpp"
#include "support/child.hpp"

namespace attn::lessons::flash_tiling {

namespace {

using kernel::Part;

double faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_minflt);
}

Call call(const std::function<void()>& attend) {
  const double before = faults(), start = now();
  attend();
  return {now() - start, faults() - before};
}

// The one in the middle by time.
Call usual(const std::function<void()>& attend) {
  std::array<Call, 5> calls;
  for (Call& each : calls) each = call(attend);
  std::ranges::sort(calls, {}, &Call::seconds);
  return calls[calls.size() / 2];
}

// What a child sends home: seconds and faults of each kind of call.
std::vector<double> time_calls(const Inputs& in, Index threads) {
  const kernel::Shape shape{1, 1, in.n, in.n, in.width, in.width};
  kernel::Workspace workspace(static_cast<unsigned>(threads));
  const kernel::Options options{.workspace = &workspace};
  const auto attend_anew = [&] { kernel::flash_attention(in.q, in.k, in.v, shape, options); };
  const Call first = call(attend_anew), again = usual(attend_anew);
  Floats output(in.n * in.width);
  const Call kept =
      usual([&] { kernel::flash_attention(in.q, in.k, in.v, shape, options, output); });
  return {first.seconds, first.faults, again.seconds, again.faults, kept.seconds, kept.faults};
}

Calls calls_of(const MeasureOptions& options, Index threads) {
  const ChildRun run =
      in_own_process([&] { return time_calls(draw(options.most, options), threads); });
  if (!run.failure.empty()) return {};
  const std::vector<double>& x = run.numbers;
  return {options.most, {x[0], x[1]}, {x[2], x[3]}, {x[4], x[5]}};
}

// Seconds a query of this part and those before it: the least of a few, of some blocks of queries.
double seconds_of(const Inputs& in, Part part, float* scratch, Floats& output) {
  constexpr Index kBlocks = 8;
  constexpr int kTimes = 3;
  const kernel::InstructionSet& set = *kernel::instruction_sets().front();
  const Index queries = std::min(in.n, kBlocks * kernel::kQueryBlock);
  const float scale = 1.0F / std::sqrt(static_cast<float>(in.width));
  double least = 0.0;
  for (int time = 0; time < kTimes; ++time) {
    const double start = now();
    for (Index first = 0; first < queries; first += kernel::kQueryBlock) {
      set.attend_in_part({.queries = in.q.data() + first * in.width,
                          .keys = in.k.data(),
                          .values = in.v.data(),
                          .output = output.data() + first * in.width,
                          .query_count = std::min(kernel::kQueryBlock, queries - first),
                          .key_count = in.n,
                          .d_k = in.width,
                          .d_v = in.width,
                          .visible = static_cast<std::ptrdiff_t>(in.n),
                          .causal = false,
                          .scale = scale,
                          .peaks = nullptr,
                          .sums = nullptr,
                          .variant = nullptr},
                         part, scratch);
    }
    const double seconds = now() - start;
    if (time == 0 || seconds < least) least = seconds;
  }
  return least / static_cast<double>(queries);
}

Parts parts_of(const Inputs& in) {
  const kernel::InstructionSet& set = *kernel::instruction_sets().front();
  kernel::Buffer buffer;
  float* const scratch = buffer.of(set.scratch_size(in.width, in.width));
  Floats output(in.n * in.width);
  const auto time = [&](Part part) { return seconds_of(in, part, scratch, output); };
  const double packing = time(Part::packing), products = time(Part::products),
               exponentials = time(Part::exponentials), memory = time(Part::memory);
  return {in.n, packing, products - packing, exponentials - products, memory - exponentials};
}

Decoding decoding_of(const MeasureOptions& options, Index threads) {
  constexpr Index kBytes = Index{1} << 26;
  const Index of_head = 2 * options.most * options.width;
  const Index heads = std::max<Index>(1, kBytes / (of_head * sizeof(float)));
  const kernel::Shape shape{heads, heads, 1, options.most, options.width, options.width};
  const Floats q(heads * options.width, 0.5F), cache(heads * options.most * options.width, 0.25F),
      values = cache;
  Floats output(heads * options.width);
  kernel::Workspace workspace(static_cast<unsigned>(threads));
  const Call each = usual(
      [&] { kernel::flash_attention(q, cache, values, shape, {.workspace = &workspace}, output); });
  const double numbers = static_cast<double>(heads * of_head);
  return {sizeof(float) * numbers, 2.0 * numbers, each.seconds};
}

}  // namespace

Anatomy dissect(const MeasureOptions& options, Index threads) {
  Anatomy anatomy{.calls = calls_of(options, threads)};
  for (const Index n : ladder(options.most)) anatomy.parts.push_back(parts_of(draw(n, options)));
  anatomy.read_rate = kernel::read_rate(*kernel::instruction_sets().front(), threads);
  anatomy.decoding = decoding_of(options, threads);
  return anatomy;
}

}  // namespace attn::lessons::flash_tiling
