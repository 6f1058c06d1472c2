// Is arithmetic in fewer bits what a machine with those bits does?
#include "core/precision.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "core/sample.hpp"
#include "core/softmax.hpp"

using namespace attn;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The value of the half with these 15 bits (IEEE 754 binary16, sign left out).
double half(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10U);
  const double fraction = static_cast<double>(bits & 0x3ffU) / 1024.0;
  if (exponent == 0) return std::ldexp(fraction, -14);
  return std::ldexp(1.0 + fraction, exponent - 15);
}

}  // namespace

TEST_SUITE("rounding to float16") {
  TEST_CASE("keeps every number that there is") {
    for (unsigned bits = 0; bits < 0x7c00; ++bits) {
      CHECK(rounded(half(bits), kFloat16) == half(bits));
      CHECK(rounded(-half(bits), kFloat16) == -half(bits));
    }
  }

  TEST_CASE("takes a number halfway to the even neighbour, and beside it to the nearer") {
    for (unsigned bits = 0; bits + 1 < 0x7c00; ++bits) {
      const double low = half(bits), high = half(bits + 1), middle = (low + high) / 2.0;
      CHECK(rounded(middle, kFloat16) == (bits % 2 == 0 ? low : high));
      CHECK(rounded(std::nextafter(middle, kInf), kFloat16) == high);
      CHECK(rounded(std::nextafter(middle, 0.0), kFloat16) == low);
    }
  }

  TEST_CASE("gives what NumPy's float16 gives") {
    // numpy.float16(x) of NumPy 1.24.2.
    CHECK(rounded(0.1, kFloat16) == 0.0999755859375);
    CHECK(rounded(3.14159, kFloat16) == 3.140625);
    CHECK(rounded(2049.0, kFloat16) == 2048.0);
    CHECK(rounded(2051.0, kFloat16) == 2052.0);
    CHECK(rounded(1e-8, kFloat16) == 0.0);
    CHECK(rounded(65519.99, kFloat16) == 65504.0);
    CHECK(rounded(65520.0, kFloat16) == kInf);
    CHECK(rounded(-1e9, kFloat16) == -kInf);
    CHECK(rounded(-1e4, kFloat16) == -1e4);
  }
}

TEST_SUITE("the spacing of numbers") {
  TEST_CASE("doubles at each power of two, and is constant below the smallest normal one") {
    CHECK(spacing(1.0, kFloat64) == 0x1p-52);
    CHECK(spacing(-1e9, kFloat32) == 64.0);
    CHECK(spacing(-1e4, kFloat16) == 8.0);
    CHECK(spacing(2048.0, kFloat16) == 2.0);
    CHECK(spacing(2047.0, kFloat16) == 1.0);
    CHECK(spacing(0.0, kFloat16) == 0x1p-24);
    CHECK(spacing(0x1p-20, kFloat16) == 0x1p-24);
    CHECK(spacing(5e-324, kFloat64) == 5e-324);
  }
}

TEST_SUITE("rounding") {
  TEST_CASE("keeps infinities, and NaN as NaN, in every precision") {
    for (const Precision& p : {kFloat64, kFloat32, kFloat16}) {
      CHECK(rounded(kInf, p) == kInf);
      CHECK(rounded(-kInf, p) == -kInf);
      CHECK(std::isnan(rounded(kNan, p)));
      CHECK(std::signbit(rounded(-0.0, p)));
    }
  }

  TEST_CASE("to float64 changes nothing") {
    CHECK(rounded(0.1, kFloat64) == 0.1);
    CHECK(rounded(5e-324, kFloat64) == 5e-324);
  }

  TEST_CASE("to float32 is the compiler's own conversion, whatever the bits") {
    std::mt19937_64 engine{1};
    for (int i = 0; i < 20000; ++i) {
      const auto bits = static_cast<std::uint32_t>(engine());
      const auto single = std::bit_cast<float>(bits);
      if (!std::isfinite(single)) continue;
      const double near = single * (1.0 + static_cast<double>(engine()) * 0x1p-88);
      CHECK(rounded(near, kFloat32) == static_cast<double>(static_cast<float>(near)));
      const double middle = (static_cast<double>(single) + std::nextafter(single, 0.0F)) / 2.0;
      CHECK(rounded(middle, kFloat32) == static_cast<double>(static_cast<float>(middle)));
    }
  }

  TEST_CASE("after an operation in double is the operation in float32") {
    std::mt19937_64 engine{2};
    for (int i = 0; i < 20000; ++i) {
      const auto a = std::bit_cast<float>(static_cast<std::uint32_t>(engine()));
      const auto b = std::bit_cast<float>(static_cast<std::uint32_t>(engine()));
      if (!std::isfinite(a) || !std::isfinite(b) || b == 0.0F) continue;
      const double x = a, y = b;
      CHECK(rounded(x + y, kFloat32) == static_cast<double>(a + b));
      CHECK(rounded(x - y, kFloat32) == static_cast<double>(a - b));
      CHECK(rounded(x * y, kFloat32) == static_cast<double>(a * b));
      CHECK(rounded(x / y, kFloat32) == static_cast<double>(a / b));
    }
  }
}

TEST_SUITE("softmax in a precision") {
  TEST_CASE("is softmax in double when that is the precision") {
    const Matrix scores = sample(4, 6, 1);
    CHECK(softmax_in(scores, kFloat64) == softmax(scores));
    CHECK(naive_softmax_in(scores, kFloat64) == naive_softmax(scores));
  }

  TEST_CASE("gives only numbers of that precision, near those of double") {
    const Matrix scores = sample(4, 6, 2);
    for (const Precision& p : {kFloat32, kFloat16}) {
      const Matrix weights = softmax_in(scores, p);
      CHECK(rounded(weights, p) == weights);
      CHECK(largest_difference(weights, softmax(scores)) <= std::ldexp(1.0, 3 - p.digits));
      CHECK(largest_difference(weights, softmax(scores)) > 0.0);
    }
  }

  TEST_CASE("gives what NumPy gives, operation by operation") {
    // NumPy 1.24.2: e = exp(z - z.max()), summed one by one in the type, then e / sum.
    const Matrix scores{{1.25, -0.75, 0.5, 2.0, -3.0}};
    const Matrix float16{
        {0.267333984375, 0.036163330078125, 0.1263427734375, 0.56591796875, 0.0038127899169921875}};
    const Matrix float32{{0.2674536108970642, 0.036195915192365646, 0.12633614242076874,
                          0.5661993026733398, 0.0038150206673890352}};
    CHECK(softmax_in(scores, kFloat16) == float16);
    CHECK(largest_difference(softmax_in(scores, kFloat32), float32) <=
          0x1p-24);  // its exp is not exact
  }

  TEST_CASE("as written overflows in float16 at a score of 12") {
    const Matrix weights = naive_softmax_in(Matrix{{12.0, 1.0, 11.0}}, kFloat16);
    CHECK(std::isnan(weights(0, 0)));
    CHECK(weights(0, 2) == 0.0);
  }

  TEST_CASE("of a row without a key is NaN") {
    for (const Precision& p : {kFloat64, kFloat32, kFloat16}) {
      CHECK(std::isnan(softmax_in(Matrix{{-kInf, -kInf}}, p)(0, 0)));
    }
  }

  TEST_CASE("of a row of −1e9 is uniform, but NaN in float16, which has no such number") {
    const Matrix filled{{-1e9, -1e9, -1e9, -1e9}};
    CHECK(softmax_in(filled, kFloat64) == Matrix{{0.25, 0.25, 0.25, 0.25}});
    CHECK(softmax_in(filled, kFloat32) == Matrix{{0.25, 0.25, 0.25, 0.25}});
    CHECK(std::isnan(softmax_in(filled, kFloat16)(0, 3)));
  }
}

TEST_SUITE("a sum in a precision") {
  TEST_CASE("rounds what is added before it adds") {
    CHECK(sum_in(Matrix{{2049.0}}, 1.0, kFloat16) == Matrix{{2048.0}});  // 2048 + 1, a tie
  }

  TEST_CASE("loses what is smaller than the spacing of its numbers") {
    // Numbers next to 1e9 are 64 apart in float32; next to 1e4, 8 apart in float16.
    const Matrix scores{{1.5, -2.25, 3.0}};
    CHECK(sum_in(scores, -1e9, kFloat32) == Matrix{{-1e9, -1e9, -1e9}});
    CHECK(sum_in(scores, -1e4, kFloat16) == Matrix{{-1e4, -1e4, -1e4}});
    CHECK(sum_in(scores, -1e9, kFloat64) == Matrix{{-999999998.5, -1000000002.25, -999999997.0}});
    CHECK(sum_in(scores, -1e9, kFloat16) == Matrix{{-kInf, -kInf, -kInf}});
  }
}

TEST_SUITE("the largest exponent") {
  TEST_CASE("is the last number whose exponential is finite") {
    // ln of the largest finite number: 709.7827, 88.7228 and 11.0899, rounded down to a number.
    CHECK(largest_exponent(kFloat64) == doctest::Approx(709.782712893384).epsilon(1e-15));
    CHECK(largest_exponent(kFloat32) == doctest::Approx(88.7228317).epsilon(1e-9));
    CHECK(largest_exponent(kFloat16) == 11.0859375);
    CHECK(std::isfinite(std::exp(static_cast<float>(largest_exponent(kFloat32)))));
    CHECK(std::isinf(
        std::exp(std::nextafter(static_cast<float>(largest_exponent(kFloat32)), 100.0F))));
  }
}
