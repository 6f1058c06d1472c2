#include "render/blocks.hpp"

#include <doctest/doctest.h>

using namespace attn;

namespace {

std::vector<std::size_t> begins(const std::vector<ColumnBlock>& blocks) {
  std::vector<std::size_t> result;
  for (const ColumnBlock& block : blocks) result.push_back(block.begin);
  result.push_back(blocks.back().end);
  return result;
}

using Begins = std::vector<std::size_t>;

}  // namespace

TEST_SUITE_BEGIN("column_blocks");

TEST_CASE("keeps together what fits") {
  CHECK(begins(column_blocks({4, 6, 6}, 2, 20)) == Begins{1, 3});
}

TEST_CASE("cuts what does not into blocks of about one width") {
  const std::vector<int> ten(10, 6);
  CHECK(begins(column_blocks(ten, 2, 72)) == Begins{1, 6, 10});
}

TEST_CASE("gives a column that fits nowhere a block of its own") {
  CHECK(begins(column_blocks({4, 6, 90, 6}, 2, 20)) == Begins{1, 2, 3, 4});
}

TEST_CASE("has one block where there is but one column") {
  CHECK(begins(column_blocks({4}, 2, 20)) == Begins{1, 1});
}

TEST_SUITE_END();
