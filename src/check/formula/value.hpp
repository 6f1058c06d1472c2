// What does a formula come to? Scalars, vectors and matrices of intervals.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "check/formula/interval.hpp"

namespace attn {

struct Value {
  enum class Shape { scalar, vector, matrix };

  Shape shape = Shape::scalar;
  std::size_t rows = 1, columns = 1;  // a scalar and a vector are one row
  std::vector<Interval> cells = {};   // row-major

  static Value scalar(Interval x) { return {Shape::scalar, 1, 1, {x}}; }
  Interval at(std::size_t i, std::size_t j) const { return cells[i * columns + j]; }
  bool is_scalar() const { return shape == Shape::scalar; }
};

using Computed = std::optional<Value>;  // nothing when shapes do not go together

// Cell by cell; a scalar goes with every cell, a vector with every row.
Computed added(const Value& a, const Value& b);
Computed times_by_element(const Value& a, const Value& b);
Computed divided(const Value& a, const Value& b);

// Scalars scale; vectors make their dot product; matrices, and a matrix and a vector, their
// product. Nothing when it would take more than `budget` multiplications.
Computed multiplied(const Value& a, const Value& b, std::size_t budget);

Value negated(Value a);
Value transposed(const Value& a);
Computed raised(const Value& base, const Value& exponent);

}  // namespace attn
