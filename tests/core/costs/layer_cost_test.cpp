// Do the formulas of a layer's cost say what its loops do?
#include "core/costs/layer_cost.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/attention.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

Matrix counted(Index height, Index width, Index step) {
  Matrix m = xt::empty<double>({height, width});
  for (Index i = 0; i < m.size(); ++i) {
    m.data()[i] = static_cast<double>((i * step) % 7) / 4.0 - 0.75;
  }
  return m;
}

}  // namespace

TEST_SUITE_BEGIN("the cost of a layer");

// By hand: 3 queries × 3 keys of 2, then 3 outputs of 2 from 3 values: 18 + 18.
TEST_CASE("is 36 products for attention on three words of two numbers") {
  const Matrix x = counted(3, 2, 1);
  CHECK(count_attention(x, x, x).products == 36);
  CHECK(attention_cost(3, 2).products == 36);
}

// By hand: 3 words, each 2 × 2 for the word and 2 × 2 for the state.
TEST_CASE("is 24 products and 3 rounds for recurrence on them") {
  const Counted r = count_recurrent(counted(3, 2, 1), counted(2, 2, 3), counted(2, 2, 5));
  CHECK(r.products == 24);
  CHECK(r.rounds == 3);
  CHECK(recurrent_cost(3, 2).products == 24);
  CHECK(recurrent_cost(3, 2).path == 2);
}

TEST_CASE("is the same for both when there are as many words as the layer is wide") {
  for (const Integer d : {1, 64, 512, 4096}) {
    CHECK(attention_cost(d, d).products == recurrent_cost(d, d).products);
  }
}

TEST_CASE("is counted in loops that compute attention") {
  const Matrix q = counted(5, 4, 1), k = counted(5, 4, 3), v = counted(5, 4, 5);
  CHECK(largest_difference(count_attention(q, k, v).output, attention(q, k, v).output) <= 1e-12);
}

// NumPy 1.24.2: h = np.tanh(x[t] @ w_x + h @ w_h), x and weights ((i * step) % 7) / 4 − 0.75.
TEST_CASE("is counted in loops that compute a recurrent layer") {
  const Matrix h = count_recurrent(counted(3, 2, 1), counted(2, 2, 3), counted(2, 2, 5)).output;
  const Matrix numpy{{0.1853331999081395, 0.12435300177159621},
                     {0.04846210753875991, 0.030480654246078636},
                     {0.15001269125803326, -0.1154916362914979}};
  CHECK(largest_difference(h, numpy) <= 1e-12);
}

TEST_CASE("leaves of a nudge what a difference of two runs leaves") {
  const Matrix x = counted(6, 3, 1), w_x = counted(3, 3, 3), w_h = counted(3, 3, 5);
  const Matrix nudge{{1e-6, 0.0, 0.0}};
  Matrix moved = x;
  moved(0, 0) += 1e-6;
  const Matrix before = count_recurrent(x, w_x, w_h).output;
  const Matrix after = count_recurrent(moved, w_x, w_h).output;
  const Vector sensitivity = recurrent_sensitivity(x, w_x, w_h, nudge);
  for (Index t = 0; t < 6; ++t) {
    double square = 0.0;
    for (Index c = 0; c < 3; ++c) square += std::pow(after(t, c) - before(t, c), 2.0);
    CHECK(std::abs(std::sqrt(square) / 1e-6 - sensitivity(t)) <= 1e-5);
  }
}

TEST_CASE("leaves of a nudge through attention what a difference of two runs leaves") {
  const Matrix x = counted(6, 3, 1), w_q = counted(3, 3, 3), w_k = counted(3, 3, 5);
  const Matrix nudge{{1.0, 0.5, -1.0}};
  const double step = 1e-6;
  const auto run = [&](double moved) {
    Matrix words = x;
    for (Index c = 0; c < 3; ++c) words(0, c) += moved * nudge(0, c);
    return attention(product(words, w_q), product(words, w_k), words).output;
  };
  const Matrix slope = (run(step) - run(-step)) / (2.0 * step);
  const Vector sensitivity = attention_sensitivity(x, w_q, w_k, nudge);
  for (Index i = 0; i < 6; ++i) {
    double square = 0.0;
    for (Index c = 0; c < 3; ++c) square += slope(i, c) * slope(i, c);
    CHECK(std::abs(std::sqrt(square) / 1.5 - sensitivity(i)) <= 1e-8);  // 1.5: the nudge's length
  }
}

TEST_CASE("past 128 bits is an error, not a wrong number") {
  CHECK_THROWS_AS(attention_cost(Integer{1} << 63, 2), Error);
  CHECK(attention_cost(Integer{1} << 40, 1 << 20).products == Integer{1} << 101);
}

TEST_SUITE_END();
