// How long does the kernel take? Prints milliseconds, a line for each run.
//
//   attention_run probe THREADS [SET]     the peak, in GFLOP/s
//   attention_run memory THREADS          how fast memory can be read, in GB/s
//   attention_run N HEADS CAUSAL THREADS RUNS [SET [WIDTH [KV_HEADS [QUERIES]]]]
//
// The first run is not printed. SET is AVX-512, AVX2, portable or -, the fastest. The others are
// 64, HEADS and N where they are not given.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "core/random/generator.hpp"
#include "kernel/flash_attention.hpp"
#include "kernel/instruction_set.hpp"
#include "kernel/probe.hpp"
#include "kernel/thread_team.hpp"
#include "kernel/workspace.hpp"

using namespace attn::kernel;

namespace {

std::size_t number(const char* text) { return std::strtoull(text, nullptr, 10); }

std::vector<float> normals(std::size_t count) {
  attn::Generator generator;
  std::vector<float> x(count);
  for (float& y : x) y = static_cast<float>(generator.normal());
  return x;
}

const InstructionSet* set_named(const std::string& name) {
  for (const InstructionSet* set : instruction_sets()) {
    if (name == set->name) return set;
  }
  return instruction_sets().front();
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The most of several readings of more than a cache holds.
double read_rate(std::size_t threads) {
  const std::vector<std::uint64_t> words(std::size_t{1} << 26, 1);  // 512 MiB
  std::atomic<std::uint64_t> sum = 0;                               // so that nothing is left out
  ThreadTeam team(threads);
  double most = 0.0;
  for (int reading = 0; reading < 5; ++reading) {
    const double start = seconds();
    team.run([&](std::size_t member) {
      const std::size_t part = words.size() / team.size();
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(member * part);
      sum += std::accumulate(first, first + static_cast<std::ptrdiff_t>(part), std::uint64_t{0});
    });
    most = std::max(most, static_cast<double>(words.size() * 8) / (seconds() - start));
  }
  return sum > 0 ? most : 0.0;
}

// As an inference engine does, the output takes the same memory in every run.
void time_runs(const Shape& shape, const Options& options, std::size_t runs) {
  const auto q = normals(shape.heads * shape.queries * shape.d_k);
  const auto k = normals(shape.kv_heads * shape.keys * shape.d_k), v = normals(k.size());
  std::vector<float> output(q.size());
  for (std::size_t run = 0; run <= runs; ++run) {
    const double start = seconds();
    flash_attention(q, k, v, shape, options, output);
    const double took = seconds() - start;
    if (run > 0 || runs == 0) fmt::print("{:.4f}\n", 1e3 * took);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto given = [&](int i, std::size_t otherwise) {
    return argc > i ? number(argv[i]) : otherwise;
  };
  if (argc >= 3 && argv[1] == std::string("probe")) {
    fmt::print("{:.1f}\n", peak_rate(*set_named(argc > 3 ? argv[3] : ""), number(argv[2])) / 1e9);
    return 0;
  }
  if (argc == 3 && argv[1] == std::string("memory")) {
    fmt::print("{:.1f}\n", read_rate(number(argv[2])) / 1e9);
    return 0;
  }
  if (argc < 6) return 2;
  const std::size_t n = number(argv[1]), heads = number(argv[2]), width = given(7, 64);
  Workspace workspace(static_cast<unsigned>(number(argv[4])));
  time_runs({heads, given(8, heads), given(9, n), n, width, width},
            {.causal = number(argv[3]) ? Causal::bottom_right : Causal::no,
             .workspace = &workspace,
             .instruction_set = set_named(argc > 6 ? argv[6] : "")},
            number(argv[5]));
}
