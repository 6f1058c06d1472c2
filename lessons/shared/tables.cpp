#include "lessons/shared/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace attn {

namespace {

// The frame that a matrix and a mask share: label column, one column each, rows with their label.
template <typename CellAt>
Table grid(std::string id, std::string caption, std::string corner, const Labels& row_labels,
           const Labels& column_labels, int digits, CellAt cell_at) {
  Table table{std::move(id), std::move(caption), {{"row", std::move(corner), ""}}, {}};
  for (Index j = 0; j < column_labels.size(); ++j) {
    table.columns.push_back({fmt::format("c{}", j), column_labels[j], "", digits});
  }
  for (Index i = 0; i < row_labels.size(); ++i) {
    std::vector<Cell> cells{row_labels[i]};
    for (Index j = 0; j < column_labels.size(); ++j) cells.push_back(cell_at(i, j));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

template <typename Tensor>
Array make_array(std::string id, const Tensor& tensor, Array::Type type, Labels row_labels,
                 Labels column_labels) {
  return {std::move(id),
          {tensor.shape().begin(), tensor.shape().end()},
          {tensor.begin(), tensor.end()},
          std::move(row_labels),
          std::move(column_labels),
          type};
}

}  // namespace

Labels numbered(const std::string& prefix, Index count) {
  Labels labels;
  for (Index i = 0; i < count; ++i) labels.push_back(fmt::format("{}{}", prefix, i));
  return labels;
}

Table matrix_table(std::string id, std::string caption, std::string corner,
                   const Labels& row_labels, const Labels& column_labels, const Matrix& values,
                   int digits) {
  return grid(std::move(id), std::move(caption), std::move(corner), row_labels, column_labels,
              digits, [&values](Index i, Index j) { return Cell{values(i, j)}; });
}

Table mask_table(std::string id, std::string caption, std::string corner, const Labels& row_labels,
                 const Labels& column_labels, const Mask& mask) {
  return grid(std::move(id), std::move(caption), std::move(corner), row_labels, column_labels, 0,
              [&mask](Index i, Index j) { return Cell{Integer{mask(i, j)}}; });
}

Heatmap matrix_heatmap(std::string id, std::string caption, const Labels& row_labels,
                       const Labels& column_labels, const Matrix& values, double low, double high,
                       const Mask* hidden) {
  Heatmap map{std::move(id), std::move(caption), row_labels, column_labels, {}, low, high};
  for (Index i = 0; i < rows(values); ++i) {
    std::vector<Cell> cells;
    for (Index j = 0; j < columns(values); ++j) {
      cells.push_back(hidden != nullptr && (*hidden)(i, j) ? Cell{Missing{}} : Cell{values(i, j)});
    }
    map.cells.push_back(std::move(cells));
  }
  return map;
}

Array array_of(std::string id, const Matrix& values, Labels row_labels, Labels column_labels) {
  return make_array(std::move(id), values, Array::Type::real, std::move(row_labels),
                    std::move(column_labels));
}

Array array_of(std::string id, const Mask& values, Labels row_labels, Labels column_labels) {
  return make_array(std::move(id), values, Array::Type::boolean, std::move(row_labels),
                    std::move(column_labels));
}

Array array_of(std::string id, const Vector& values, Labels row_labels) {
  return make_array(std::move(id), values, Array::Type::real, std::move(row_labels), {});
}

Matrix first_columns(const Matrix& m, Index width) {
  return xt::view(m, xt::all(), xt::range(Index{0}, std::min(width, columns(m))));
}

Matrix rows_in_order(const Matrix& m, const std::vector<Index>& order) {
  Matrix result = xt::empty<double>({order.size(), columns(m)});
  for (Index i = 0; i < order.size(); ++i) {
    std::copy_n(row(m, order[i]).begin(), columns(m), result.data() + i * columns(m));
  }
  return result;
}

}  // namespace attn
