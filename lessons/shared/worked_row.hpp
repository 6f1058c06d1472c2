// Arithmetic that a reader can follow with a pencil: dot products, and one row of attention.
#pragma once

#include "core/attention.hpp"
#include "document/page.hpp"
#include "lessons/shared/tables.hpp"

namespace attn {

// One query against every key: each product of two components, and their sum, the score.
// Rows of at most four components are written out as a sum ("1·1 + 0·0 + …"), wider ones as
// columns.
Table dot_products(const std::string& id, const std::string& query, const Labels& keys,
                   const Matrix& q, const Matrix& k, Index i);

// Row i from scores to weights, a line per key: score, scaled, exp(scaled − maximum), weight.
Table row_to_weights(const std::string& id, const std::string& query, const Labels& keys,
                     const Attention& attended, Index i);

// Row i of the output, a line per key: its weight, and weight times value; the sum last.
Table weighted_values(const std::string& id, const std::string& query, const Labels& keys,
                      const Matrix& weights, const Matrix& v, Index i);

// Σ_j weights[i][j] · v[j] added up one key after another, (T, d_v).
Matrix summed_by_hand(const Matrix& weights, const Matrix& v);

// As many columns of a matrix as fit on a line of 80.
inline constexpr Index kMostColumns = 8;

}  // namespace attn
