// The tensors of every lesson, and the only file that includes xtensor.
//
// Shapes, everywhere: T tokens (n where a formula says so), d_model wide; h heads of d_k each for
// queries and keys, d_v for values. Rows are queries, columns are keys.
#pragma once

#if __has_include(<xtensor/containers/xtensor.hpp>)  // 0.26 and later keep headers in folders
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#endif

#include <cstddef>
#include <span>

namespace attn {

using Index = std::size_t;
using Vector = xt::xtensor<double, 1>;
using Matrix = xt::xtensor<double, 2>;
using Mask = xt::xtensor<bool, 2>;  // true = hidden

inline Index rows(const Matrix& m) { return m.shape(0); }
inline Index columns(const Matrix& m) { return m.shape(1); }

// Row i of a matrix as contiguous numbers, (columns,).
inline std::span<const double> row(const Matrix& m, Index i) {
  return {m.data() + i * columns(m), columns(m)};
}

// a · b, (m, k) × (k, n) -> (m, n): small ones by ordered_product, others by BLAS. Throws
// std::logic_error when the inner widths differ.
Matrix product(const Matrix& a, const Matrix& b);

// The transpose, stored: (m, n) -> (n, m).
Matrix transposed(const Matrix& m);

// The largest |a − b|; NaN where either has one (so that no comparison with it holds).
// Throws std::logic_error when shapes differ.
double largest_difference(const Matrix& a, const Matrix& b);
double largest_difference(const Vector& a, const Vector& b);

}  // namespace attn
