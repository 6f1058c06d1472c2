// Are the ways that the kernel is held against right themselves?
#include "kernel/naive.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "kernel/buffer.hpp"
#include "kernel/oracle.hpp"
#include "kernel/probe.hpp"

using namespace attn::kernel;

TEST_SUITE_BEGIN("naive attention");

TEST_CASE("is attention, with a plain loop and in vectors") {
  for (const std::size_t n : {1, 3, 16, 17, 70}) {
    CAPTURE(n);
    const Inputs in = random_inputs({1, 1, n, n, 8, 8}, 3.0F);
    const std::vector<double> expected = oracle(in, {});
    CHECK(error_of(naive_attention(in.q, in.k, in.v, n, 8), expected) < 5e-6);
    for (const InstructionSet* set : all_sets()) {
      CAPTURE(set->name);
      for (const std::size_t threads : {1, 3}) {
        CHECK(error_of(naive_attention(in.q, in.k, in.v, n, 8, {set, threads}), expected) < 5e-6);
      }
    }
  }
}

TEST_CASE("has sums over every number") {
  for (const InstructionSet* set : all_sets()) {
    for (const std::size_t count : {0, 1, 63, 64, 65, 1000}) {
      Floats x(count);
      std::iota(x.begin(), x.end(), 1.0F);
      CHECK(set->sum(x.data(), count) == static_cast<float>(count * (count + 1) / 2));
    }
  }
}

TEST_CASE("is timed in parts of which the last is the kernel's whole work") {
  const Inputs in = random_inputs({1, 1, 150, 300, 16, 8});
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    Floats output(150 * 8);
    Buffer buffer;
    float* const scratch = buffer.of(set->scratch_size(16, 8));
    const QueryBlock block{in.q.data(), in.k.data(), in.v.data(), output.data(), 150,
                           300,         16,          8,           300,           false,
                           0.36067376F, nullptr,     nullptr,     nullptr};
    for (const Part part : {Part::packing, Part::products, Part::exponentials}) {
      set->attend_in_part(block, part, scratch);
      CHECK(error_of(output, oracle(in, {})) > 1e-3);
    }
    set->attend_in_part(block, Part::memory, scratch);
    CHECK(error_of(output, oracle(in, {})) < 2e-6);
  }
}

TEST_CASE("is held to rates that a processor has") {
  const double rate = read_rate(*instruction_sets().front(), 2);
  CHECK(rate > 1e8);  // bytes a second
  CHECK(rate < 1e14);
}

TEST_SUITE_END();
