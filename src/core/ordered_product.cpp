#include "core/ordered_product.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace attn {

namespace {

// Neighbouring entries in one register; packed, they may lie anywhere in memory.
struct Two {
  using Entries [[gnu::vector_size(16)]] = double;
  struct [[gnu::packed, gnu::may_alias]] Packed {
    Entries entries;
  };
};
struct Four {
  using Entries [[gnu::vector_size(32)]] = double;
  struct [[gnu::packed, gnu::may_alias]] Packed {
    Entries entries;
  };
};
template <typename Register>
constexpr Index kTileColumns = 2 * sizeof(typename Register::Entries) / sizeof(double);

struct Shape {
  Index rows, inner, columns;
};

// A tile of sums that stays in registers: kRows rows of two registers each, every entry the sum of
// its terms from the first to the last.
constexpr Index kRows = 4;

template <typename Register>
[[gnu::always_inline]] inline void multiply_tile(const double* a, const double* b, double* result,
                                                 const Shape& shape) {
  using Entries = typename Register::Entries;
  Entries left[kRows]{}, right[kRows]{};
  for (Index k = 0; k < shape.inner; ++k) {
    const auto* terms = reinterpret_cast<const typename Register::Packed*>(b + k * shape.columns);
#pragma GCC unroll 4
    for (Index r = 0; r < kRows; ++r) {
      left[r] += a[r * shape.inner + k] * terms[0].entries;
      right[r] += a[r * shape.inner + k] * terms[1].entries;
    }
  }
#pragma GCC unroll 4
  for (Index r = 0; r < kRows; ++r) {
    auto* sums = reinterpret_cast<typename Register::Packed*>(result + r * shape.columns);
    sums[0].entries = left[r];
    sums[1].entries = right[r];
  }
}

// Where tiles do not fill the result, the last one lies over its neighbour and finds the same.
template <typename Register>
[[gnu::always_inline]] inline void multiply(const double* a, const double* b, double* result,
                                            const Shape& shape) {
  for (Index i = 0; i < shape.rows; i += kRows) {
    const Index row = std::min(i, shape.rows - kRows);
    for (Index j = 0; j < shape.columns; j += kTileColumns<Register>) {
      const Index column = std::min(j, shape.columns - kTileColumns<Register>);
      multiply_tile<Register>(a + row * shape.inner, b + column,
                              result + row * shape.columns + column, shape);
    }
  }
}

void multiply_small(const double* a, const double* b, double* result, const Shape& shape) {
  for (Index i = 0; i < shape.rows; ++i) {
    for (Index j = 0; j < shape.columns; ++j) {
      double sum = 0.0;
      for (Index k = 0; k < shape.inner; ++k)
        sum += a[i * shape.inner + k] * b[k * shape.columns + j];
      result[i * shape.columns + j] = sum;
    }
  }
}

#if defined(__x86_64__)
// The same source, with twice as many entries in a register: the same bits.
__attribute__((target("avx2"))) void multiply_wide(const double* a, const double* b, double* result,
                                                   const Shape& shape) {
  multiply<Four>(a, b, result, shape);
}

bool has_wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
void multiply_wide(const double* a, const double* b, double* result, const Shape& shape) {
  multiply<Two>(a, b, result, shape);
}

bool has_wide() { return false; }
#endif

}  // namespace

Matrix ordered_product(const Matrix& a, const Matrix& b) {
  if (columns(a) != rows(b)) throw std::logic_error("ordered_product: inner widths differ");
  static const bool wide = has_wide();
  Matrix result = xt::empty<double>({rows(a), columns(b)});
  const Shape shape{rows(a), columns(a), columns(b)};
  const bool tiny = shape.rows < kRows || shape.columns < kTileColumns<Four>;
  const auto run = tiny ? multiply_small : wide ? multiply_wide : multiply<Two>;
  run(a.data(), b.data(), result.data(), shape);
  return result;
}

// e^x = 2^n · e^r with n = round(x / ln 2), so that |r| ≤ ln 2 / 2; ln 2 in two parts, the first of
// which n times is exact (Cody and Waite, 1980). The series of e^r to r^13: the next term is below
// half a unit.
double ordered_exp(double x) {
  if (x < -708.0) return 0.0;
  constexpr double kLog2High = 0x1.62e42fee00000p-1, kLog2Low = 0x1.a39ef35793c76p-33;
  const double n = std::nearbyint(x * 0x1.71547652b82fep+0);
  const double r = (x - n * kLog2High) - n * kLog2Low;
  double sum = 1.0;
  for (int term = 13; term > 0; --term) sum = 1.0 + sum * r / term;
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023)
                                     << 52);
}

}  // namespace attn
