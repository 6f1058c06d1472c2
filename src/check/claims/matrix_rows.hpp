// What stands in a line that holds a row of each of some matrices?
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/formula/expression.hpp"
#include "notes/lines.hpp"

namespace attn {

struct Row {
  std::vector<Expression> vectors = {};
  std::vector<std::string> gaps = {};  // gaps[i] stands after vector i: operators, no labels
  std::string label = {};              // what stands before the first vector
};

// The vectors of a line, when it holds nothing else than them and signs between.
Row read_row(std::string_view reading, Span line);

// Whether the rows may be of the same matrices.
bool alike(const Row& a, const Row& b);

// Whether nothing but a name for the row stands before it: "Row 0: [[" but not "softmax(".
bool has_label_only(const Row& row);

// What stands between two columns of matrices: the same on each line that says anything.
std::optional<std::string> common_gap(const std::vector<Row>& rows, std::size_t column);

}  // namespace attn
