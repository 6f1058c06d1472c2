#include "core/parallel/ring.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "core/random/generator.hpp"

using namespace attn;

namespace {

struct Tensors {
  Matrix q, k, v;
};

Tensors drawn(Index n, Index d_k, Index d_v) {
  Generator generator("3");
  Tensors t{xt::empty<double>({n, d_k}), xt::empty<double>({n, d_k}), xt::empty<double>({n, d_v})};
  for (Matrix* m : {&t.q, &t.k, &t.v}) generator.fill_normal({m->data(), m->size()});
  return t;
}

Matrix alone(const Tensors& t, bool causal) {
  AttentionOptions options;
  if (causal) options.mask = causal_mask(rows(t.q));
  return attention(t.q, t.k, t.v, options).output;
}

constexpr Dealing kBoth[]{Dealing::in_order, Dealing::zigzag};

}  // namespace

TEST_SUITE_BEGIN("ring attention");

TEST_CASE("is attention, however many ranks there are and however rows are dealt") {
  for (const Index n : {1, 5, 8, 17}) {
    const Tensors t = drawn(n, 3, 4);
    for (const Index ranks : {1, 2, 3, 4, 7}) {
      for (const Dealing dealing : kBoth) {
        for (const bool causal : {false, true}) {
          CAPTURE(n);
          CAPTURE(ranks);
          const RingRun run = ring_attention(t.q, t.k, t.v, {ranks, dealing, causal});
          CHECK(largest_difference(run.output, alone(t, causal)) < 1e-14);
        }
      }
    }
  }
}

TEST_CASE("deals every row once, in zigzag the first with the last") {
  CHECK(rows_dealt(8, 4, 0, Dealing::in_order) == std::vector<Index>{0, 1});
  CHECK(rows_dealt(8, 4, 0, Dealing::zigzag) == std::vector<Index>{0, 7});
  CHECK(rows_dealt(8, 4, 3, Dealing::zigzag) == std::vector<Index>{3, 4});
  for (const Dealing dealing : kBoth) {
    std::vector<Index> all;
    for (Index rank = 0; rank < 5; ++rank) {
      const std::vector<Index> own = rows_dealt(23, 5, rank, dealing);
      all.insert(all.end(), own.begin(), own.end());
    }
    std::ranges::sort(all);
    REQUIRE(all.size() == 23);
    for (Index i = 0; i < 23; ++i) CHECK(all[i] == i);
  }
  CHECK_THROWS_AS(rows_dealt(8, 4, 4, Dealing::zigzag), std::logic_error);
}

TEST_CASE("sends every block to every other rank once, and sends no other") {
  const Tensors t = drawn(12, 3, 5);
  const RingRun run = ring_attention(t.q, t.k, t.v, {.ranks = 4});
  REQUIRE(run.messages.size() == 3 * 4);
  Index numbers = 0;
  for (const RingMessage& m : run.messages) {
    CHECK(m.to == (m.from + 1) % 4);
    CHECK(m.source == (m.from + 4 - m.step) % 4);
    numbers += m.numbers;
  }
  CHECK(numbers == 12 * (3 + 5) * 3);  // n · (d_k + d_v) · (p − 1)
}

TEST_CASE("computes in each step on the block that has come, and counts what is not hidden") {
  const Tensors t = drawn(8, 2, 2);
  const RingRun causal = ring_attention(t.q, t.k, t.v, {4, Dealing::in_order, true});
  const RingRun even = ring_attention(t.q, t.k, t.v, {4, Dealing::zigzag, true});
  for (Index i = 0; i < 16; ++i) {
    CHECK(causal.steps[i].step == i / 4);
    CHECK(causal.steps[i].source == (i % 4 + 4 - i / 4) % 4);
    const bool past = causal.steps[i].source < causal.steps[i].rank;
    CHECK(causal.steps[i].scores == (i < 4 ? 3 : past ? 4 : 0));
    CHECK(even.steps[i].scores == (i < 4 ? 3 : 2));
  }
}

TEST_CASE("joins parts of which one has seen nothing") {
  const Tensors t = drawn(4, 2, 2);
  const RingRun run = ring_attention(t.q, t.k, t.v, {4, Dealing::in_order, true});
  const OnlineSoftmax& nothing = run.steps[4].part;  // rank 0 in step 1, with keys of the future
  CHECK(nothing.sums(0) == 0.0);
  CHECK(joined(run.steps[0].part, nothing).output == run.steps[0].part.output);
  CHECK(joined(nothing, nothing).sums(0) == 0.0);
}

TEST_CASE("refuses shapes that do not go together, and no ranks") {
  const Tensors t = drawn(4, 2, 3), other = drawn(5, 2, 3);
  CHECK_THROWS_AS(ring_attention(t.q, other.k, t.v, {}), std::logic_error);
  CHECK_THROWS_AS(ring_attention(t.q, t.v, t.v, {}), std::logic_error);
  CHECK_THROWS_AS(ring_attention(t.q, t.k, t.v, {.ranks = 0}), std::logic_error);
}

TEST_SUITE_END();
