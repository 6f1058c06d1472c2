// Is a transformer block's arithmetic NumPy's, and does each arrangement do what it is known for?
#include "core/block.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/error.hpp"

using namespace attn;

namespace {

// Small whole numbers, so that NumPy's figures below can be had by anybody.
Matrix counted(Index height, Index width, Index step) {
  Matrix m = xt::empty<double>({height, width});
  for (Index i = 0; i < m.size(); ++i) {
    m.data()[i] = static_cast<double>((i * step) % 7) / 4.0 - 0.75;
  }
  return m;
}

BlockWeights small_weights() {
  return {counted(4, 4, 3),
          counted(4, 4, 5),
          counted(4, 4, 2),
          counted(4, 4, 4),
          {counted(4, 8, 3), counted(8, 4, 5)}};
}

bool equals(const Matrix& a, const Matrix& b) { return largest_difference(a, b) <= 1e-12; }

}  // namespace

TEST_SUITE_BEGIN("a block");

TEST_CASE("normalises 1, 2, 3, 4 to mean 0 and variance 1") {
  // By hand: mean 2.5, variance 1.25.
  const double unit = 0.5 / std::sqrt(1.25);
  CHECK(equals(layer_norm({{1.0, 2.0, 3.0, 4.0}}, 0.0), {{-3 * unit, -unit, unit, 3 * unit}}));
}

TEST_CASE("normalises a row of equal numbers to zeros") {
  CHECK(equals(layer_norm({{5.0, 5.0}}), {{0.0, 0.0}}));
}

TEST_CASE("normalises a row the same whatever it is multiplied by") {
  const Matrix x = counted(3, 5, 2);
  CHECK(equals(layer_norm(1000.0 * x, 0.0), layer_norm(x, 0.0)));
}

TEST_CASE("feeds forward only what is above 0") {
  CHECK(equals(feed_forward({{1.0, -2.0}}, {{{1.0, 0.0}, {0.0, 1.0}}, {{3.0}, {5.0}}}), {{3.0}}));
}

// NumPy 1.24.2: the same whole numbers, ((i * step) % 7) / 4 − 0.75, and the same formulas.
TEST_CASE("with norms before each sublayer gives NumPy's output") {
  const Matrix numpy{
      {-4.0999644450657975, 1.598058496001785, -0.8941032346072328, -1.7825355783628947},
      {-2.936021169595893, 2.040943582257664, 1.6246057962093965, -2.267054787470432},
      {-3.849964445065797, 1.8480584960017852, -0.644103234607233, -1.5325355783628947}};
  CHECK(
      equals(run_block(counted(3, 4, 1), small_weights(), {.norms = Norms::before}).output, numpy));
}

TEST_CASE("with norms after each addition gives NumPy's output") {
  const Matrix numpy{
      {-1.615174357206272, 1.0405944714048985, 0.5549580309228884, 0.019621854878485005},
      {-1.0259212347202913, 1.0297389470814473, 0.969457042136703, -0.973274754497859},
      {-1.6092234959262521, 1.0257619293589189, 0.5983153432707173, -0.01485377670338426}};
  CHECK(
      equals(run_block(counted(3, 4, 1), small_weights(), {.norms = Norms::after}).output, numpy));
}

TEST_CASE("with norms nowhere gives NumPy's output") {
  const Matrix numpy{
      {-2.3124175170890497, -0.16821807294146918, 0.0038595427409461036, -0.6124144860287439},
      {-1.072003383987056, 1.125495774262864, 0.9683012498247892, -1.0314387026231482},
      {-1.932303544615882, 0.2908154407975466, 0.19186863569516585, -0.3666770010629505}};
  CHECK(equals(run_block(counted(3, 4, 1), small_weights(), {.norms = Norms::none}).output, numpy));
}

TEST_CASE("without residual connections gives what the feed-forward layer gives") {
  const BlockSteps s =
      run_block(counted(3, 4, 1), small_weights(), {.norms = Norms::before, .residual = false});
  CHECK(equals(s.output, s.fed));
  CHECK(equals(s.middle, s.attended));
}

TEST_CASE("has the slope that a difference of two runs has, in every arrangement") {
  const std::vector<BlockShape> shapes{{.norms = Norms::before},
                                       {.norms = Norms::after},
                                       {.norms = Norms::none},
                                       {.norms = Norms::before, .residual = false}};
  const Matrix x = counted(3, 4, 1) + 0.01, dx = counted(3, 4, 3);
  const BlockWeights w = small_weights();
  const double step = 1e-6;
  for (const BlockShape& shape : shapes) {
    const Matrix up = x + step * dx, down = x - step * dx;
    const Matrix measured =
        (run_block(up, w, shape).output - run_block(down, w, shape).output) / (2.0 * step);
    const Matrix slope = block_slope(run_block(x, w, shape), x, dx, w, shape);
    CAPTURE(static_cast<int>(shape.norms));
    CHECK(largest_difference(slope, measured) <= 1e-7);
  }
}

TEST_CASE("of GPT-2's width has the 7,087,872 numbers of the published checkpoint") {
  // openai/gpt-2, 124M: 4 · 768² + 4 · 768, 8 · 768² + 5 · 768, 4 · 768.
  const BlockParameters p = block_parameters(768);
  CHECK(p.attention == 2'362'368);
  CHECK(p.feed_forward == 4'722'432);
  CHECK(p.norms == 3'072);
  CHECK(p.total() == 7'087'872);
}

TEST_CASE("past 128 bits is an error, not a wrong number") {
  CHECK_THROWS_AS(block_parameters(Integer{1} << 64), Error);
}

TEST_SUITE_END();
