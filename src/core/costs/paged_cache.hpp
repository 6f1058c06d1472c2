// Where do rows lie when memory is given out in pages, as a sequence grows?
//
// Kwon et al., 2023, "Efficient memory management for large language model serving with
// PagedAttention" (arXiv 2309.06180): a table a sequence says which page holds its next rows.
#pragma once

#include <span>
#include <vector>

#include "core/tensor.hpp"
#include "support/integer.hpp"

namespace attn {

// Pages that so many rows take: the last one may be part empty.
inline Integer pages_for(Integer rows, Integer page) { return (rows + page - 1) / page; }

class PagedCache {
 public:
  // `page` rows a page, at least 1; rows of `width` numbers.
  PagedCache(Index page, Index width) : page_(page), width_(width) {}

  Index add_sequence();  // its number, from 0

  // Takes a page that nobody has when the sequence's last one is full.
  void append(Index sequence, std::span<const double> row);

  // Which page of memory holds the sequence's rows 0…page − 1, which the next ones, and so on.
  const std::vector<Index>& pages_of(Index sequence) const { return tables_.at(sequence).pages; }

  // The rows in the order in which they were appended, (T, width).
  Matrix rows_of(Index sequence) const;

 private:
  struct Table {
    std::vector<Index> pages;
    Index rows = 0;
  };

  Index page_, width_;
  std::vector<double> memory_;  // page after page
  std::vector<Table> tables_;
};

}  // namespace attn
