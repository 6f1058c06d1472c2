// From tensors to what a page holds: the one place where lessons turn matrices into tables.
#pragma once

#include <string>
#include <vector>

#include "core/tensor.hpp"
#include "document/document.hpp"

namespace attn {

using Labels = std::vector<std::string>;

// "{prefix}0", "{prefix}1", … : labels for what has no name of its own.
Labels numbered(const std::string& prefix, Index count);

// A matrix as a table: the labels of its rows first (their column titled `corner`), then a column
// for each of its own. Column ids are c0, c1, … since two tokens may be the same word.
Table matrix_table(std::string id, std::string caption, std::string corner,
                   const Labels& row_labels, const Labels& column_labels, const Matrix& values,
                   int digits = 4);

// The same for a mask, as 0 and 1; 1 = hidden.
Table mask_table(std::string id, std::string caption, std::string corner, const Labels& row_labels,
                 const Labels& column_labels, const Mask& mask);

// A matrix as a picture over the range [low, high]; cells that the mask hides are missing.
Heatmap matrix_heatmap(std::string id, std::string caption, const Labels& row_labels,
                       const Labels& column_labels, const Matrix& values, double low = 0.0,
                       double high = 1.0, const Mask* hidden = nullptr);

// An array under its plain name, for programs. Labels are optional.
Array array_of(std::string id, const Matrix& values, Labels row_labels = {},
               Labels column_labels = {});
Array array_of(std::string id, const Mask& values, Labels row_labels = {},
               Labels column_labels = {});
Array array_of(std::string id, const Vector& values, Labels row_labels = {});

// The first `width` columns of a matrix: what fits on a page when a matrix is wide.
Matrix first_columns(const Matrix& m, Index width);

// The rows of a matrix in the order given: result row i is m's row order[i].
Matrix rows_in_order(const Matrix& m, const std::vector<Index>& order);

}  // namespace attn
