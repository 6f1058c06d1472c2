#include "kernel/ring_attention.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "kernel/oracle.hpp"
#include "kernel/workspace.hpp"
#include "ranks/thread_ranks.hpp"

using namespace attn;
using namespace attn::kernel;
using test::on_threads;

namespace {

using Size = std::size_t;

struct Case {
  RingShape shape;
  Size ranks;
  bool causal, zigzag;
};

// The rows of some pieces of a tensor (heads, n, width), as a rank holds them.
Floats part_of(const Floats& whole, Size heads, Size n, Size width,
               const std::vector<Piece>& pieces) {
  Floats part;
  for (const Piece& piece : pieces) {
    for (Size head = 0; head < heads; ++head) {
      const auto from =
          whole.begin() + static_cast<std::ptrdiff_t>((head * n + piece.first) * width);
      part.insert(part.end(), from, from + static_cast<std::ptrdiff_t>(piece.count * width));
    }
  }
  return part;
}

void put_back(const Floats& part, Size heads, Size n, Size width, const std::vector<Piece>& pieces,
              Floats& whole) {
  auto next = part.begin();
  for (const Piece& piece : pieces) {
    for (Size head = 0; head < heads; ++head) {
      const auto rows = static_cast<std::ptrdiff_t>(piece.count * width);
      std::copy(next, next + rows,
                whole.begin() + static_cast<std::ptrdiff_t>((head * n + piece.first) * width));
      next += rows;
    }
  }
}

struct Ran {
  Floats output;
  std::vector<RingWork> work;
};

Ran run(const Inputs& in, const Case& c, unsigned threads = 1, RingOptions options = {}) {
  const RingShape& s = c.shape;
  Ran result{Floats(s.heads * s.n * s.d_v), std::vector<RingWork>(c.ranks)};
  options.causal = c.causal;
  options.zigzag = c.zigzag;
  on_threads(c.ranks, [&](Ranks& ranks) {
    const auto pieces = pieces_of(s.n, c.ranks, ranks.rank(), c.zigzag);
    Workspace workspace(threads);
    RingOptions own = options;
    own.workspace = &workspace;
    const Floats q = part_of(in.q, s.heads, s.n, s.d_k, pieces);
    Floats output(q.size() / s.d_k * s.d_v);
    result.work[ranks.rank()] =
        ring_attention(ranks, q, part_of(in.k, s.kv_heads, s.n, s.d_k, pieces),
                       part_of(in.v, s.kv_heads, s.n, s.d_v, pieces), s, own, output);
    put_back(output, s.heads, s.n, s.d_v, pieces, result.output);
  });
  return result;
}

Inputs inputs_for(const RingShape& s, float spread = 1.0F) {
  return random_inputs({s.heads, s.kv_heads, s.n, s.n, s.d_k, s.d_v}, spread);
}

Options alone(bool causal) { return {.causal = causal ? Causal::bottom_right : Causal::no}; }

}  // namespace

TEST_SUITE_BEGIN("the ring of kernels");

TEST_CASE("is attention, for any number of ranks, heads and rows, in order and in zigzag") {
  for (const Size n : {8, 61, 700}) {
    const RingShape shape{n, 4, 2, 9, 7};
    const Inputs in = inputs_for(shape);
    for (const bool causal : {false, true}) {
      const std::vector<double> expected = oracle(in, alone(causal));
      for (const Size ranks : {1, 2, 3, 4}) {
        for (const bool zigzag : {false, true}) {
          CAPTURE(n);
          CAPTURE(ranks);
          CAPTURE(causal);
          CHECK(error_of(run(in, {shape, ranks, causal, zigzag}).output, expected) < 3e-6);
        }
      }
    }
  }
}

TEST_CASE("is attention where a rank has more queries than it takes at once") {
  const RingShape shape{3300, 1, 1, 8, 8};
  const Inputs in = inputs_for(shape);
  CHECK(error_of(run(in, {shape, 2, true, false}).output, oracle(in, alone(true))) < 3e-6);
}

TEST_CASE("scales and bends scores, and follows large ones from rank to rank") {
  const RingShape shape{100, 1, 1, 5, 5};
  const Inputs in = inputs_for(shape, 5.0F);
  Options options = alone(true);
  options.scale = 0.7F;
  options.softcap = 20.0F;
  RingOptions ring;
  ring.scale = 0.7F;
  ring.softcap = 20.0F;
  CHECK(error_of(run(in, {shape, 4, true, true}, 1, ring).output, oracle(in, options)) < 1e-4);
}

TEST_CASE("sends 2nd(p − 1) numbers in all, and counts the scores that are not hidden") {
  const RingShape shape{64, 2, 1, 6, 10};
  const Inputs in = inputs_for(shape);
  for (const bool zigzag : {false, true}) {
    const Ran ran = run(in, {shape, 4, true, zigzag});
    double scores = 0.0;
    for (const RingWork& work : ran.work) {
      CHECK(work.sent == 4.0 * 64 * (6 + 10) * 3 / 4);
      scores += work.scores;
      if (zigzag) CHECK(work.scores == 2 * 64 * 65 / 2 / 4);
    }
    CHECK(scores == 2 * 64 * 65 / 2);  // of two heads
  }
}

TEST_CASE("gives the same bits for every number of threads") {
  const RingShape shape{900, 2, 1, 16, 16};
  const Inputs in = inputs_for(shape);
  const Floats one = run(in, {shape, 2, true, true}, 1).output;
  for (const unsigned threads : {2U, 5U})
    CHECK(run(in, {shape, 2, true, true}, threads).output == one);
}

TEST_CASE("deals every row once") {
  for (const bool zigzag : {false, true}) {
    std::vector<int> times(23);
    for (Size rank = 0; rank < 5; ++rank) {
      for (const Piece& piece : pieces_of(23, 5, rank, zigzag)) {
        for (Size i = 0; i < piece.count; ++i) ++times[piece.first + i];
      }
    }
    CHECK(times == std::vector<int>(23, 1));
  }
}

TEST_CASE("refuses tensors that do not have the stated shape") {
  const Inputs in = inputs_for({8, 1, 1, 4, 4});
  on_threads(1, [&](Ranks& ranks) {
    Floats output(8 * 4), short_output(8 * 3);
    CHECK_THROWS_AS(ring_attention(ranks, in.q, in.k, in.v, {9, 1, 1, 4, 4}, {}, output),
                    std::logic_error);
    CHECK_THROWS_AS(ring_attention(ranks, in.q, in.k, in.v, {8, 1, 1, 4, 4}, {}, short_output),
                    std::logic_error);
    CHECK_THROWS_AS(ring_attention(ranks, in.q, in.k, in.v, {8, 1, 0, 4, 4}, {}, output),
                    std::logic_error);
  });
}

TEST_SUITE_END();
