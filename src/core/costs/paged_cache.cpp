#include "core/costs/paged_cache.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn {

Index PagedCache::add_sequence() {
  tables_.emplace_back();
  return tables_.size() - 1;
}

void PagedCache::append(Index sequence, std::span<const double> row) {
  if (row.size() != width_) throw std::logic_error("PagedCache: a row of another width");
  Table& table = tables_.at(sequence);
  if (table.rows % page_ == 0) {
    table.pages.push_back(memory_.size() / (page_ * width_));
    memory_.resize(memory_.size() + page_ * width_);
  }
  const Index slot = table.pages.back() * page_ + table.rows % page_;
  std::ranges::copy(row, memory_.begin() + static_cast<std::ptrdiff_t>(slot * width_));
  ++table.rows;
}

Matrix PagedCache::rows_of(Index sequence) const {
  const Table& table = tables_.at(sequence);
  Matrix result = xt::empty<double>({table.rows, width_});
  for (Index i = 0; i < table.rows; ++i) {
    const Index slot = table.pages[i / page_] * page_ + i % page_;
    std::copy_n(memory_.data() + slot * width_, width_, result.data() + i * width_);
  }
  return result;
}

}  // namespace attn
