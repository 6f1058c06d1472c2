// One number per row, stored: the only file where a reducer may appear.
//
// A reducer that is lazy, or keeps its dimension, inside arithmetic reads freed memory in xtensor
// 0.24; and its maximum starts at lowest(), so a row of −∞ has a finite one. Hence plain loops.
#pragma once

#include "core/tensor.hpp"

namespace attn {

// (m, n) -> (m,). The maximum of a row that holds a NaN is NaN; of an empty row, −∞.
Vector row_max(const Matrix& m);
Vector row_sum(const Matrix& m);

// Where each row has its (first) maximum, (m,). Throws std::logic_error when rows are empty.
xt::xtensor<Index, 1> row_argmax(const Matrix& m);

// Σ a_i b_i, added from the first term to the last; as many of each.
double dot(std::span<const double> a, std::span<const double> b);

// The length of a vector, √Σ a_i²; the Frobenius norm of a matrix.
double norm(std::span<const double> a);
double norm(const Vector& a);
double norm(const Matrix& m);

// NaN when there is nothing.
double mean_of(const Vector& values);

// The smallest and the largest entry; throws std::logic_error when there is none.
struct Range {
  double low, high;
};
Range range_of(const Matrix& m);

// The largest |entry| that is finite, 0 when there is none: what rounding is measured by.
double largest_magnitude(const Matrix& m);

}  // namespace attn
