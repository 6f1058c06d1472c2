#include "kernel/flash_attention.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "kernel/oracle.hpp"

using namespace attn::kernel;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

bool all_zero(std::span<const float> x) {
  return std::all_of(x.begin(), x.end(), [](float y) { return y == 0.0F; });
}

bool any_nan(std::span<const float> x) {
  return std::any_of(x.begin(), x.end(), [](float y) { return std::isnan(y); });
}

}  // namespace

TEST_SUITE_BEGIN("the kernel");

TEST_CASE("is attention, at every edge of a tile, a panel and a block") {
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    for (const std::size_t n : {1, 5, 6, 7, 12, 13, 31, 32, 33, 95, 96, 97, 255, 256, 257, 300}) {
      CAPTURE(n);
      const Inputs in = random_inputs({1, 1, n, n, 16, 16});
      CHECK(error_of(in, {.threads = 1, .instruction_set = set}) < 2e-6);
      CHECK(error_of(in, {.causal = Causal::bottom_right, .threads = 2, .instruction_set = set}) <
            2e-6);
    }
  }
}

TEST_CASE("is attention for widths that no panel divides") {
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    for (const std::size_t d : {1, 3, 8, 17, 31, 33, 65, 128}) {
      CAPTURE(d);
      CHECK(error_of(random_inputs({1, 1, 40, 70, d, 129 - d}), {.instruction_set = set}) < 2e-6);
    }
  }
}

TEST_CASE("lets heads share keys and values in groups") {
  for (const InstructionSet* set : all_sets()) {
    for (const std::size_t kv_heads : {1, 2, 6}) {
      CAPTURE(kv_heads);
      const Inputs in = random_inputs({6, kv_heads, 50, 290, 8, 24});
      for (const Causal causal : {Causal::no, Causal::bottom_right, Causal::top_left}) {
        CHECK(error_of(in, {.causal = causal, .threads = 3, .instruction_set = set}) < 2e-6);
      }
    }
  }
}

TEST_CASE("lets the single queries of heads that share keys be computed side by side") {
  for (const InstructionSet* set : all_sets()) {
    for (const std::size_t kv_heads : {1, 4, 20}) {
      CAPTURE(kv_heads);
      const Inputs in = random_inputs({20, kv_heads, 1, 390, 24, 9});
      for (const Causal causal : {Causal::no, Causal::bottom_right, Causal::top_left}) {
        CHECK(error_of(in, {.causal = causal, .threads = 3, .instruction_set = set}) < 2e-6);
      }
    }
  }
}

TEST_CASE("follows scores that grow from key to key, by little and by much") {
  for (const InstructionSet* set : all_sets()) {
    for (const float step : {0.01F, 0.3F, 5.0F}) {
      CAPTURE(step);
      Inputs in = random_inputs({1, 1, 50, 400, 1, 3});
      for (std::size_t i = 0; i < in.q.size(); ++i) in.q[i] = i % 2 == 0 ? 1.0F : 0.001F;
      for (std::size_t j = 0; j < in.k.size(); ++j) in.k[j] = step * static_cast<float>(j);
      CHECK(error_of(in, {.instruction_set = set}) < 1e-4);  // of scores up to 2000
      CHECK(error_of(in, {.causal = Causal::bottom_right, .instruction_set = set}) < 1e-4);
    }
  }
}

TEST_CASE("is attention for random shapes") {
  std::mt19937 generator(7);
  const auto up_to = [&](std::size_t most) { return 1 + generator() % most; };
  for (int round = 0; round < 15; ++round) {
    const std::size_t kv_heads = up_to(2);
    const Shape s{kv_heads * up_to(3), kv_heads, up_to(100), up_to(400), up_to(40), up_to(70)};
    const Causal causal =
        std::vector{Causal::no, Causal::bottom_right, Causal::top_left}[round % 3];
    CAPTURE(round);
    for (const InstructionSet* set : all_sets()) {
      CAPTURE(set->name);
      const Options options{
          .causal = causal, .threads = unsigned(up_to(4)), .instruction_set = set};
      CHECK(error_of(random_inputs(s), options) < 3e-6);
    }
  }
}

TEST_CASE("is off by no more than 5e-7 for 1024 keys of width 64") {
  const Inputs in = random_inputs({1, 1, 64, 1024, 64, 64});
  const std::vector<double> expected = oracle(in, {});
  for (const InstructionSet* set : all_sets()) {
    CHECK(error_of(attend(in, {.instruction_set = set}), expected) <= 5e-7);
  }
}

TEST_CASE("gives the same bits for every number of threads") {
  const Inputs in = random_inputs({3, 1, 400, 400, 24, 40}, 3.0F);
  for (const InstructionSet* set : all_sets()) {
    for (const Causal causal : {Causal::no, Causal::bottom_right}) {
      const Floats one = attend(in, {.causal = causal, .threads = 1, .instruction_set = set});
      for (const unsigned threads : {0U, 2U, 3U, 5U, 16U}) {
        CAPTURE(threads);
        CHECK(attend(in, {.causal = causal, .threads = threads, .instruction_set = set}) == one);
      }
    }
  }
}

TEST_CASE("multiplies scores by the scale that is given") {
  const Inputs in = random_inputs({1, 1, 9, 9, 4, 4});
  CHECK(attend(in, {.scale = 0.5F}) == attend(in));
  CHECK(attend(in, {.scale = 0.25F}) != attend(in));
}

TEST_CASE("survives scores far beyond the range of exp") {
  for (const InstructionSet* set : all_sets()) {
    const Inputs in = random_inputs({1, 1, 30, 300, 8, 8}, 100.0F);
    CHECK(error_of(in, {.instruction_set = set}) < 0.1);  // scores of 1e4 have 1e-3 of rounding
  }
}

TEST_CASE("gives 0 to a query that sees no key") {
  const Inputs in = random_inputs({1, 1, 20, 7, 4, 4});
  for (const InstructionSet* set : all_sets()) {
    const Floats output = attend(in, {.causal = Causal::bottom_right, .instruction_set = set});
    CHECK(all_zero(std::span(output).first(13 * 4)));
    CHECK_FALSE(all_zero(std::span(output).subspan(13 * 4, 4)));
  }
  CHECK(all_zero(attend(random_inputs({2, 1, 5, 0, 4, 3}))));
}

TEST_CASE("keeps a NaN in a hidden key or value from the queries that do not see it") {
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    for (const std::size_t hidden : {1, 3, 7, 100, 259}) {
      CAPTURE(hidden);
      Inputs in = random_inputs({1, 1, 270, 270, 8, 8});
      const Options options{.causal = Causal::bottom_right, .instruction_set = set};
      const Floats clean = attend(in, options);
      in.k[hidden * 8] = kNan;
      in.v[hidden * 8 + 1] = kNan;
      const Floats output = attend(in, options);
      const auto before = static_cast<std::ptrdiff_t>(hidden * 8);
      CHECK(std::equal(output.begin(), output.begin() + before, clean.begin()));
      CHECK(std::isnan(output[hidden * 8]));
    }
  }
}

TEST_CASE("lets a NaN that is seen reach the output, whatever its bits") {
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    for (const unsigned bits : {0x7fc00000U, 0xffc00000U, 0x7fc00001U, 0x7fffffffU, 0x7f800001U}) {
      CAPTURE(bits);
      Inputs in = random_inputs({1, 1, 4, 40, 8, 8});
      in.k[33 * 8 + 2] = std::bit_cast<float>(bits);
      const Floats output = attend(in, {.instruction_set = set});
      CHECK(std::all_of(output.begin(), output.end(), [](float x) { return std::isnan(x); }));
    }
  }
}

TEST_CASE("does nothing where there is nothing to do") {
  CHECK(attend(random_inputs({1, 1, 0, 5, 4, 4})).empty());
  CHECK(attend(random_inputs({1, 1, 5, 5, 4, 0})).empty());
  CHECK_FALSE(any_nan(attend(random_inputs({1, 1, 5, 5, 0, 4}))));
}

TEST_CASE("refuses tensors that do not have the stated shape") {
  const Inputs in = random_inputs({2, 2, 5, 6, 4, 3});
  CHECK_THROWS_AS(flash_attention(in.q, in.k, in.v, {2, 2, 5, 6, 4, 4}), std::logic_error);
  CHECK_THROWS_AS(flash_attention(in.q, in.k, in.v, {2, 2, 6, 5, 4, 3}), std::logic_error);
  CHECK_THROWS_AS(flash_attention(in.q, in.k, in.v, {3, 2, 5, 6, 4, 3}), std::logic_error);
  CHECK_THROWS_AS(flash_attention(in.q, in.k, in.v, {2, 0, 5, 6, 4, 3}), std::logic_error);
  Floats too_short(2 * 5 * 3 - 1);
  CHECK_THROWS_AS(flash_attention(in.q, in.k, in.v, in.shape, {}, too_short), std::logic_error);
}

TEST_CASE("can always be computed in plain C++") {
  CHECK(instruction_sets().back()->name == std::string("portable"));
}

TEST_SUITE_END();
