// Does attention give what the formula says, and nothing of what a mask hides?
#include "core/attention.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/mask.hpp"
#include "core/rows.hpp"
#include "core/sample.hpp"

using namespace attn;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Equation 1 of Vaswani et al. (2017) written out for query i, with nothing shared with core.
double output_at(const Matrix& q, const Matrix& k, const Matrix& v, const Mask& mask, Index i,
                 Index c) {
  double numerator = 0.0, denominator = 0.0;
  for (Index j = 0; j < rows(k); ++j) {
    if (mask(i, j)) continue;
    double score = 0.0;
    for (Index d = 0; d < columns(q); ++d) score += q(i, d) * k(j, d);
    const double e = std::exp(score / std::sqrt(static_cast<double>(columns(q))));
    numerator += e * v(j, c);
    denominator += e;
  }
  return denominator == 0.0 ? 0.0 : numerator / denominator;
}

Matrix oracle(const Matrix& q, const Matrix& k, const Matrix& v, const Mask& mask) {
  Matrix output = xt::empty<double>({rows(q), columns(v)});
  for (Index i = 0; i < rows(q); ++i) {
    for (Index c = 0; c < columns(v); ++c) output(i, c) = output_at(q, k, v, mask, i, c);
  }
  return output;
}

bool finite(const Matrix& m) {
  for (const double x : m) {
    if (!std::isfinite(x)) return false;
  }
  return true;
}

}  // namespace

TEST_SUITE("attention") {
  TEST_CASE("agrees with loops over queries, keys and columns, for many shapes") {
    for (unsigned seed = 0; seed < 40; ++seed) {
      const Index t = 1 + seed % 5, s = 1 + seed % 7, d = 1 + seed % 4, d_v = 1 + seed % 3;
      const Matrix q = sample(t, d, seed), k = sample(s, d, seed + 100),
                   v = sample(s, d_v, seed + 200);
      const Mask open = xt::zeros<bool>({t, s});
      CHECK(largest_difference(attention(q, k, v).output, oracle(q, k, v, open)) <= 1e-12);
    }
  }

  TEST_CASE("agrees with them under a causal mask, fewer keys than queries included") {
    for (unsigned seed = 0; seed < 40; ++seed) {
      const Index t = 1 + seed % 5, s = 1 + seed % 7;
      const Matrix q = sample(t, 3, seed), k = sample(s, 3, seed + 100),
                   v = sample(s, 2, seed + 200);
      const Mask mask = causal_mask(t, s);
      const Attention a = attention(q, k, v, {.mask = mask});
      CHECK(largest_difference(a.output, oracle(q, k, v, mask)) <= 1e-12);
    }
  }

  TEST_CASE("gives the figures of a notebook on the cat sat, causal") {
    // github.com/UnfoldDataScience/YouTube-Videos-files, Multi Head Attention/Attention (1).ipynb:
    // identity projections, scale 1/√3, eight decimals printed.
    const Matrix x{{1.0, 0.0, 1.0}, {0.0, 1.0, 1.0}, {1.0, 1.0, 0.0}};
    const Attention a = attention(x, x, x, {.mask = causal_mask(3)});
    const Matrix weights{
        {1.0, 0.0, 0.0}, {0.35954252, 0.64045748, 0.0}, {0.26445846, 0.26445846, 0.47108308}};
    const Matrix output{
        {1.0, 0.0, 1.0}, {0.35954252, 0.64045748, 1.0}, {0.73554154, 0.73554154, 0.52891692}};
    CHECK(largest_difference(a.weights, weights) <= 5e-9);
    CHECK(largest_difference(a.output, output) <= 5e-9);
  }

  TEST_CASE("keeps raw, scaled and visible scores apart") {
    const Attention a =
        attention(Matrix{{2.0, 0.0, 0.0, 0.0}}, Matrix{{3.0, 0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                  Matrix{{1.0}, {2.0}}, {.mask = Mask{{false, true}}});
    CHECK(a.scale == 0.5);
    CHECK(a.scores == Matrix{{6.0, 2.0}});
    CHECK(a.scaled == Matrix{{3.0, 1.0}});
    CHECK(a.visible == Matrix{{3.0, -kInf}});
    CHECK(a.weights == Matrix{{1.0, 0.0}});
    CHECK(a.output == Matrix{{1.0}});
  }

  TEST_CASE("takes the scale that it is given") {
    const Matrix x{{1.0}, {2.0}};
    CHECK(attention(x, x, x, {.scale = 10.0}).scaled == Matrix{{10.0, 20.0}, {20.0, 40.0}});
    CHECK(attention(x, x, x, {.scale = 0.0}).weights == Matrix{{0.5, 0.5}, {0.5, 0.5}});
  }

  TEST_CASE("of one token returns its value") {
    const Attention a = attention(Matrix{{3.0, 4.0}}, Matrix{{5.0, 6.0}}, Matrix{{7.0, 8.0, 9.0}});
    CHECK(a.weights == Matrix{{1.0}});
    CHECK(a.output == Matrix{{7.0, 8.0, 9.0}});
  }

  TEST_CASE("of no token is empty") {
    const Matrix none = xt::empty<double>({0, 4});
    CHECK(attention(none, none, none).output.shape(0) == 0);
  }

  TEST_CASE("permutes its output as its keys and queries are permuted together") {
    const Matrix x = sample(3, 2, 9);
    const Matrix swapped{{x(2, 0), x(2, 1)}, {x(0, 0), x(0, 1)}, {x(1, 0), x(1, 1)}};
    const Matrix y = attention(x, x, x).output, z = attention(swapped, swapped, swapped).output;
    CHECK(largest_difference(
              z, Matrix{{y(2, 0), y(2, 1)}, {y(0, 0), y(0, 1)}, {y(1, 0), y(1, 1)}}) <= 1e-14);
  }

  TEST_CASE("is refused when widths or lengths differ") {
    const Matrix two = sample(2, 4, 1), three = sample(3, 4, 1), narrow = sample(2, 3, 1);
    CHECK_THROWS_AS(attention(two, narrow, two), std::logic_error);
    CHECK_THROWS_AS(attention(two, two, three), std::logic_error);
    CHECK_THROWS_AS(attention(two, two, two, {.mask = causal_mask(3)}), std::logic_error);
  }
}

TEST_SUITE("a hidden key") {
  TEST_CASE("keeps its NaN to itself") {
    const Matrix q = sample(2, 2, 1), v = sample(3, 2, 2);
    Matrix k = sample(3, 2, 3);
    const Mask mask{{false, true, false}, {false, true, false}};
    const Matrix expected = attention(q, k, v, {.mask = mask}).output;
    k(1, 0) = kNan;
    CHECK(attention(q, k, v, {.mask = mask}).output == expected);
  }

  TEST_CASE("keeps a NaN or an infinity of its value to itself") {
    const Matrix x = sample(3, 2, 1);
    Matrix v = sample(3, 2, 2);
    const Matrix expected = attention(x, x, v, {.mask = causal_mask(3)}).output;
    v(2, 0) = kNan;
    v(2, 1) = kInf;
    const Matrix output = attention(x, x, v, {.mask = causal_mask(3)}).output;
    for (Index i = 0; i < 2; ++i) {
      for (Index c = 0; c < 2; ++c) {
        CHECK(output(i, c) == doctest::Approx(expected(i, c)).epsilon(1e-14));
      }
    }
    CHECK(std::isnan(output(2, 0)));  // the query that may see it does
    CHECK(output(2, 1) == kInf);
  }

  TEST_CASE("has weight 0 to the bit") {
    const Matrix x = sample(6, 3, 5);
    const Attention a = attention(x, x, x, {.mask = causal_mask(6)});
    for (Index i = 0; i < 6; ++i) {
      for (Index j = i + 1; j < 6; ++j) CHECK(a.weights(i, j) == 0.0);
    }
  }
}

TEST_SUITE("a query without a key") {
  TEST_CASE("gets an output of 0, whatever the values hold") {
    const Matrix x = sample(2, 2, 1);
    const Mask all = xt::ones<bool>({2, 2});
    CHECK(attention(x, x, x, {.mask = all}).output == Matrix{{0.0, 0.0}, {0.0, 0.0}});
    CHECK(attention(x, x, Matrix{{kNan}, {kInf}}, {.mask = all}).output == Matrix{{0.0}, {0.0}});
  }

  TEST_CASE("gets NaN, or the average of all values, when asked for") {
    const Matrix x = sample(2, 2, 1), v{{2.0}, {4.0}};
    const Mask all = xt::ones<bool>({2, 2});
    const Attention nan = attention(x, x, v, {.mask = all, .empty_row = EmptyRow::nan});
    CHECK_FALSE(finite(nan.output));
    const Attention even = attention(x, x, v, {.mask = all, .empty_row = EmptyRow::uniform});
    CHECK(even.output == Matrix{{3.0}, {3.0}});
  }
}

TEST_SUITE("a weighted sum") {
  TEST_CASE("is the same by loops as by matrix product") {
    const Matrix w = softmax(sample(4, 5, 1)), v = sample(5, 3, 2);
    Matrix longer_w = xt::zeros<double>({4, 6}), longer_v = xt::empty<double>({6, 3});
    xt::view(longer_w, xt::all(), xt::range(0, 5)) = w;
    xt::view(longer_v, xt::range(0, 5), xt::all()) = v;
    xt::view(longer_v, 5, xt::all()) = kNan;  // sends it through the loops
    CHECK(largest_difference(weighted_sum(longer_w, longer_v), weighted_sum(w, v)) <= 1e-14);
  }

  TEST_CASE("is refused when there are not as many weights as values, finite or not") {
    CHECK_THROWS_AS(weighted_sum(sample(1, 3, 1), sample(2, 1, 1)), std::logic_error);
    CHECK_THROWS_AS(weighted_sum(sample(1, 3, 1), Matrix{{kNan}, {1.0}}), std::logic_error);
  }
}
