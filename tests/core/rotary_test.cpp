// Do rotary embeddings turn what they say, by the angle they say?
#include "core/rotary.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/heads.hpp"
#include "core/onnx.hpp"
#include "core/sample.hpp"

using namespace attn;

namespace {

double dot(const Matrix& a, Index i, const Matrix& b, Index j) {
  double sum = 0.0;
  for (Index c = 0; c < columns(a); ++c) sum += a(i, c) * b(j, c);
  return sum;
}

// Row t of the cosines or sines of sequence b: that of its position, or its own.
Matrix cache_rows(const OnnxCase& c, const char* name, Index b) {
  const Tensor& cache = c.tensor(name);
  if (cache.shape.size() == 3) return matrix_at(cache, b);
  const Tensor& positions = c.tensor("position_ids");
  const Index count = positions.shape[1];
  const Matrix all = matrix_at(cache, 0);
  Matrix chosen = xt::empty<double>({count, columns(all)});
  for (Index t = 0; t < count; ++t) {
    const auto position = static_cast<Index>(positions.values[b * count + t]);
    for (Index i = 0; i < columns(all); ++i) chosen(t, i) = all(position, i);
  }
  return chosen;
}

// The largest difference from what ONNX expects. Its inputs are (batch, heads, T, d), or
// (batch, T, heads·d).
double onnx_difference(const OnnxCase& c) {
  const Tensor& x = c.tensor("X");
  const bool wide = x.shape.size() == 3;
  const Index heads = wide ? 1 : x.shape[1];
  const auto layout =
      c.attribute("interleaved", 0) == 1.0 ? RotaryLayout::pairs : RotaryLayout::half;
  double largest = 0.0;
  for (Index i = 0; i < x.shape[0] * heads; ++i) {
    const Index b = i / heads;
    const Rotation r{cache_rows(c, "cos_cache", b), cache_rows(c, "sin_cache", b)};
    std::vector<Matrix> parts =
        split_heads(matrix_at(x, i), static_cast<Index>(wide ? c.attribute("num_heads", 1) : 1));
    for (Matrix& part : parts) part = rotated(part, r, layout);
    const double difference = largest_difference(join_heads(parts), matrix_at(c.tensor("Y"), i));
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

}  // namespace

TEST_SUITE("rotary embeddings") {
  TEST_CASE("turn the pair (1, 0) at position 1 to (cos 1, sin 1)") {
    const double one = 1.0;
    const Matrix turned = rotated({{1.0, 0.0}}, rotation({&one, 1}, 2), RotaryLayout::pairs);
    CHECK(turned(0, 0) == doctest::Approx(0.5403023058681398));  // cos 1
    CHECK(turned(0, 1) == doctest::Approx(0.8414709848078965));  // sin 1
  }

  TEST_CASE("turn the second of two pairs by base^(−1/2) of the first one's angle") {
    const double position = 100.0 * std::numbers::pi / 2.0;  // 100 quarter turns; 1 of the second
    const Rotation r = rotation({&position, 1}, 4);
    CHECK(r.cosines(0, 0) == doctest::Approx(1.0));
    CHECK(r.sines(0, 1) == doctest::Approx(1.0));
  }

  TEST_CASE("pair neighbours in one layout, and the two halves in the other") {
    const Rotation quarter{{{0.0, 1.0}}, {{1.0, 0.0}}};  // the first pair a quarter, the other not
    const Matrix x{{1.0, 2.0, 3.0, 4.0}};
    CHECK(rotated(x, quarter, RotaryLayout::pairs) == Matrix{{-2.0, 1.0, 3.0, 4.0}});
    CHECK(rotated(x, quarter, RotaryLayout::half) == Matrix{{-3.0, 2.0, 1.0, 4.0}});
  }

  TEST_CASE("leave what lies beyond the rotary part as it is") {
    const Rotation quarter{{{0.0}}, {{1.0}}};
    const Matrix x{{1.0, 2.0, 3.0, 4.0, 5.0}};
    CHECK(rotated(x, quarter, RotaryLayout::half) == Matrix{{-2.0, 1.0, 3.0, 4.0, 5.0}});
  }

  TEST_CASE("keep a score the same when both positions move by the same distance") {
    const Matrix q = sample(1, 8, 1), k = sample(1, 8, 2);
    for (const auto layout : {RotaryLayout::pairs, RotaryLayout::half}) {
      const double near[] = {3.0, 7.0}, far[] = {1003.0, 1007.0};
      const Rotation qn = rotation({near, 1}, 8), kn = rotation({near + 1, 1}, 8);
      const Rotation qf = rotation({far, 1}, 8), kf = rotation({far + 1, 1}, 8);
      CHECK(dot(rotated(q, qn, layout), 0, rotated(k, kn, layout), 0) ==
            doctest::Approx(dot(rotated(q, qf, layout), 0, rotated(k, kf, layout), 0)));
    }
  }

  TEST_CASE("give what ONNX expects in each of its 8 cases, to 1e-6") {
    const std::vector<OnnxCase> cases = onnx_cases("rotary_embedding");
    REQUIRE(cases.size() == 8);
    for (const OnnxCase& c : cases) {
      CAPTURE(c.name);
      CHECK(onnx_difference(c) <= 1e-6);
    }
  }

  TEST_CASE("are refused where shapes do not go together") {
    const double zero = 0.0;
    CHECK_THROWS_AS(rotation({&zero, 1}, 3), std::logic_error);
    const Rotation r = rotation({&zero, 1}, 4);
    CHECK_THROWS_AS(rotated(sample(2, 4, 0), r, RotaryLayout::half), std::logic_error);
    CHECK_THROWS_AS(rotated(sample(1, 3, 0), r, RotaryLayout::half), std::logic_error);
  }
}
