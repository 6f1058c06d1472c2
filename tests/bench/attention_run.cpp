// How long does the kernel take? Prints milliseconds, a line for each run.
//
//   attention_run probe THREADS                       the peak, in GFLOP/s
//   attention_run N HEADS CAUSAL THREADS RUNS [SET]   width 64; the first run is not printed
#include <fmt/format.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/random/generator.hpp"
#include "kernel/attention.hpp"
#include "kernel/crew.hpp"
#include "kernel/instruction_set.hpp"
#include "kernel/probe.hpp"

using namespace attn::kernel;

namespace {

constexpr std::size_t kWidth = 64;

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
  return nullptr;
}

// Freed memory stays with the process, as in onnxruntime's arena: runs after the first find theirs.
void keep_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

void time_runs(const Shape& shape, const Options& options, std::size_t runs) {
  const auto q = normals(shape.heads * shape.queries * shape.d_k);
  const auto k = normals(q.size()), v = normals(q.size());
  for (std::size_t run = 0; run <= runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const auto output = attention(q, k, v, shape, options);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (run > 0 || runs == 0) fmt::print("{:.4f}\n", took.count());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) {
    fmt::print("{:.1f}\n", peak_rate(*instruction_sets().front(), number(argv[2])) / 1e9);
    return 0;
  }
  if (argc < 6) return 2;
  keep_memory();
  const std::size_t n = number(argv[1]), heads = number(argv[2]);
  Crew crew(number(argv[4]));
  const Options options{.causal = number(argv[3]) ? Causal::bottom_right : Causal::no,
                        .crew = &crew,
                        .instruction_set = argc > 6 ? set_named(argv[6]) : nullptr};
  time_runs({heads, heads, n, n, kWidth, kWidth}, options, number(argv[5]));
}
