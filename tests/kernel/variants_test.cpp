// Is the kernel right with windows, masks, softcaps and sinks, one by one and together?
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "kernel/oracle.hpp"

using namespace attn::kernel;

namespace {

using Size = std::size_t;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Numbers for options to point to.
struct Given {
  Floats mask = {}, sinks = {}, empty = {};
};

// A quarter of a mask hides.
Floats draw_mask(std::mt19937& generator, Size count) {
  std::normal_distribution<float> normal;
  Floats mask(count);
  for (float& x : mask) x = generator() % 4 == 0 ? -kInfinity : normal(generator);
  return mask;
}

Floats draw(std::mt19937& generator, Size count) {
  std::normal_distribution<float> normal;
  Floats numbers(count);
  for (float& x : numbers) x = normal(generator);
  return numbers;
}

// Each step of a mask is 0 half of the time.
Mask random_mask(std::mt19937& generator, const Shape& s, Given& given) {
  Mask mask;
  Size count = 1;
  const auto step = [&](Size length) {
    if (generator() % 2 == 0) return Size{0};
    count *= length;
    return count / length;
  };
  mask.key_step = step(s.keys);
  mask.query_step = step(s.queries);
  mask.head_step = step(s.heads);
  given.mask = draw_mask(generator, count);
  mask.values = given.mask;
  return mask;
}

Options random_options(std::mt19937& generator, const Shape& s, Given& given) {
  const auto heads_or_tails = [&] { return generator() % 2 == 0; };
  Options o{
      .causal = std::vector{Causal::no, Causal::bottom_right, Causal::top_left}[generator() % 3],
      .threads = unsigned(1 + generator() % 4)};
  if (o.causal == Causal::top_left) o.past = generator() % 50;
  if (o.causal != Causal::no && heads_or_tails()) o.window = 1 + generator() % (2 * s.keys);
  if (heads_or_tails()) o.softcap = std::vector{0.3F, 2.0F, 50.0F}[generator() % 3];
  if (heads_or_tails()) o.mask = random_mask(generator, s, given);
  if (heads_or_tails()) {
    given.sinks = draw(generator, s.heads);
    given.sinks.front() = heads_or_tails() ? -kInfinity : 1e6F;
    o.sinks = given.sinks;
  }
  if (heads_or_tails()) {
    given.empty = draw(generator, s.kv_heads * s.d_v);
    o.empty = given.empty;
  }
  return o;
}

Shape random_shape(std::mt19937& generator) {
  const auto up_to = [&](Size most) { return 1 + generator() % most; };
  const Size kv_heads = up_to(2);
  const Size queries = generator() % 4 == 0 ? 1 : up_to(150);
  return {kv_heads * up_to(3), kv_heads, queries, up_to(400), up_to(40), up_to(70)};
}

}  // namespace

TEST_SUITE_BEGIN("the kernel, varied,");

TEST_CASE("is attention for random shapes and whatever is asked of it") {
  std::mt19937 generator(11);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const Shape shape = random_shape(generator);
    const Inputs in = random_inputs(shape, 1.0F, unsigned(round));
    Given given;
    Options options = random_options(generator, shape, given);
    const std::vector<double> expected = oracle(in, options);
    for (const InstructionSet* set : all_sets()) {
      CAPTURE(set->name);
      options.instruction_set = set;
      CHECK(error_of(attend(in, options), expected) < 4e-6);
    }
  }
}

TEST_CASE("sees a window of every width, at every edge of a tile, a panel and a block") {
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    for (const Size n : {1, 13, 97, 129, 300}) {
      const Inputs in = random_inputs({1, 1, n, n, 8, 5});
      for (const Size window : {1, 2, 47, 48, 49, 128, 129, 1000}) {
        CAPTURE(window);
        const Options options{
            .causal = Causal::bottom_right, .window = window, .instruction_set = set};
        CHECK(error_of(in, options) < 2e-6);
      }
      CHECK(attend(in, {.causal = Causal::bottom_right, .window = Size(-1)}) ==
            attend(in, {.causal = Causal::bottom_right}));
    }
  }
}

TEST_CASE("bends scores as tanh does, near 0 and where it is flat") {
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    Inputs in = random_inputs({1, 1, 40, 60, 1, 3});
    for (Size i = 0; i < in.q.size(); ++i) in.q[i] = std::pow(10.0F, 0.2F * float(i) - 4.0F);
    for (const float cap : {1e-3F, 0.1F, 1.0F, 30.0F, 1e4F}) {
      CAPTURE(cap);
      const double bound = 2e-6 * std::max(1.0, double{cap});  // of scores up to the cap
      CHECK(error_of(in, {.softcap = cap, .instruction_set = set}) < bound);
    }
    in.k[7] = kNan;
    CHECK(std::isnan(attend(in, {.softcap = 1.0F, .instruction_set = set})[0]));
  }
}

TEST_CASE("gives the same bits for every number of threads") {
  std::mt19937 generator(5);
  for (int round = 0; round < 12; ++round) {
    CAPTURE(round);
    const Shape shape{2, 1, 300, 420, 9, 12};
    const Inputs in = random_inputs(shape, 2.0F);
    Given given;
    Options options = random_options(generator, shape, given);
    for (const InstructionSet* set : all_sets()) {
      CAPTURE(set->name);
      options.instruction_set = set;
      options.threads = 1;
      const Floats one = attend(in, options);
      for (const unsigned threads : {2U, 3U, 16U}) {
        options.threads = threads;
        CHECK(attend(in, options) == one);
      }
    }
  }
}

TEST_CASE("keeps NaN in keys and values that a window or a mask hides from the output") {
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    Inputs in = random_inputs({1, 1, 270, 270, 8, 8});
    Floats mask(270);
    mask[100] = mask[33] = -kInfinity;
    const Options masked{.mask = Mask{mask, 0, 0, 1}, .instruction_set = set};
    const Options window{.causal = Causal::bottom_right, .window = 20, .instruction_set = set};
    const Floats clean_masked = attend(in, masked), clean_window = attend(in, window);
    in.k[100 * 8] = kNan;
    in.v[100 * 8 + 1] = kNan;
    in.v[33 * 8] = kInfinity;
    CHECK(attend(in, masked) == clean_masked);
    const Floats output = attend(in, window);
    for (Size i = 0; i < 270; ++i) {
      CAPTURE(i);
      if (i >= 100 && i < 120) {
        CHECK(std::isnan(output[i * 8 + 1]));
      } else if (i < 33 || i >= 53) {
        CHECK(output[i * 8] == clean_window[i * 8]);
      }
    }
  }
}

TEST_CASE("gives what is asked to a query that sees nothing, and 0 beside a sink") {
  const Inputs in = random_inputs({2, 1, 20, 7, 4, 3});
  const Floats empty{1.5F, kNan, -2.0F}, sinks{0.0F, -kInfinity};
  for (const InstructionSet* set : all_sets()) {
    const Floats output = attend(
        in,
        {.causal = Causal::bottom_right, .sinks = sinks, .empty = empty, .instruction_set = set});
    for (Size i = 0; i < 13; ++i) {
      CHECK(output[i * 3] == 0.0F);
      CHECK(output[(20 + i) * 3] == 1.5F);
      CHECK(std::isnan(output[(20 + i) * 3 + 1]));
    }
  }
}

TEST_CASE("keeps what it takes to join outputs over parts of the keys") {
  const Inputs in = random_inputs({2, 1, 33, 300, 6, 5}, 3.0F);
  const Inputs all{{2, 1, 33, 300, 6, 5}, in.q, in.k, in.v};
  for (const InstructionSet* set : all_sets()) {
    CAPTURE(set->name);
    const std::vector<double> expected = oracle(all, {});
    std::vector<double> joined(expected.size(), 0.0), totals(66, 0.0);
    for (const Size first : {0, 100, 200}) {
      const auto part = [&](const Floats& x, Size width) {
        const auto from = x.begin() + static_cast<std::ptrdiff_t>(first * width);
        return Floats(from, from + static_cast<std::ptrdiff_t>(100 * width));
      };
      const Inputs some{{2, 1, 33, 100, 6, 5}, in.q, part(in.k, 6), part(in.v, 5)};
      Floats peaks(66), sums(66);
      const Floats output = attend(some, {.keep = Sums{peaks, sums}, .instruction_set = set});
      for (Size i = 0; i < 66; ++i) {
        const double total = double{sums[i]} * std::exp2(double{peaks[i]});
        totals[i] += total;
        for (Size c = 0; c < 5; ++c) joined[i * 5 + c] += total * double{output[i * 5 + c]};
      }
    }
    for (Size i = 0; i < joined.size(); ++i) {
      CHECK(joined[i] / totals[i / 5] == doctest::Approx(expected[i]).epsilon(1e-4));
    }
  }
}

TEST_CASE("refuses options that do not fit the shape") {
  const Inputs in = random_inputs({2, 1, 5, 6, 4, 3});
  const Floats six(6), two(2);
  CHECK_THROWS_AS(attend(in, {.window = 3}), std::logic_error);
  CHECK_THROWS_AS(attend(in, {.causal = Causal::top_left, .window = 0}), std::logic_error);
  CHECK_THROWS_AS(attend(in, {.mask = Mask{two, 0, 0, 1}}), std::logic_error);
  CHECK_THROWS_AS(attend(in, {.mask = Mask{six, 0, 1, 1}}), std::logic_error);
  CHECK_THROWS_AS(attend(in, {.mask = Mask{six, 0, 0, 2}}), std::logic_error);
  CHECK_THROWS_AS(attend(in, {.sinks = six}), std::logic_error);
  CHECK_THROWS_AS(attend(in, {.empty = two}), std::logic_error);
  Floats kept(9);
  CHECK_THROWS_AS(attend(in, {.keep = Sums{kept, kept}}), std::logic_error);
}

TEST_SUITE_END();
