// How is a part of a page smaller than a block named? Rows by their labels, a cell by its indices.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace attn {

// The document with the rows of these labels only, in the document's order. A label is what stands
// in a table's first column or beside a heatmap's row. Tables and heatmaps that have none of them
// stay whole. Throws Error when a label is nowhere, naming the nearest and those that there are.
Document with_rows(Document document, const std::vector<std::string>& labels);

// A cell, and the column that says how to show it.
struct SingleValue {
  Cell cell;
  Column column;
};

// A cell of an array, by its index from 0 along each dimension; of a document that outlives it.
struct ArrayCell {
  const Array* array;
  std::vector<std::size_t> at;
};

// "weights[cat][sat]", "weights[1][2]": by a label or an index for each dimension; a label goes
// first. Throws Error when there is no such array or cell, or a label stands for several.
ArrayCell array_cell(const Document& document, std::string_view reference);

// "weights[cat][sat]", "weights[1][2]": an array's cell, by a label or an index from 0 for each
// dimension; a label goes first. Where no array has the name, a table's, by its first column and a
// column's id. Throws Error when there is no such cell, or a label stands for several.
SingleValue value_at(const Document& document, std::string_view reference);

// Throws the Error that value_at would, as far as it can be told of a document whose tables are
// empty and whose arrays have a shape and no numbers.
void refuse_absent_value(const Document& announced, std::string_view reference);

}  // namespace attn
