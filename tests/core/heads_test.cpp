// Do heads come apart and together as they lie side by side?
#include "core/heads.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "core/sample.hpp"

using namespace attn;

TEST_SUITE("heads") {
  TEST_CASE("lie side by side: head 1 of two is the right half of the columns") {
    const Matrix wide{{1, 2, 3, 4}, {5, 6, 7, 8}};
    const std::vector<Matrix> heads = split_heads(wide, 2);
    REQUIRE(heads.size() == 2);
    CHECK(heads[0] == Matrix{{1, 2}, {5, 6}});
    CHECK(heads[1] == Matrix{{3, 4}, {7, 8}});
  }

  TEST_CASE("come together again as they came apart") {
    const Matrix wide = sample(5, 12, 0);
    for (const Index h : {1, 2, 3, 4, 6, 12}) CHECK(join_heads(split_heads(wide, h)) == wide);
  }

  TEST_CASE("may hold no token at all") {
    const Matrix none = xt::zeros<double>({0, 6});
    CHECK(join_heads(split_heads(none, 3)).shape() == none.shape());
  }

  TEST_CASE("that do not divide the width are refused") {
    CHECK_THROWS_AS(split_heads(sample(2, 4, 0), 3), std::logic_error);
    CHECK_THROWS_AS(split_heads(sample(2, 4, 0), 0), std::logic_error);
    CHECK_THROWS_AS(join_heads({}), std::logic_error);
  }

  TEST_CASE("share a key-value head with their neighbours, as Llama 3's 32 share 8") {
    CHECK(kv_head_of(0, 32, 8) == 0);
    CHECK(kv_head_of(3, 32, 8) == 0);
    CHECK(kv_head_of(4, 32, 8) == 1);
    CHECK(kv_head_of(31, 32, 8) == 7);
  }

  TEST_CASE("have one of their own in multi-head attention, and a single one in multi-query") {
    CHECK(kv_head_of(5, 8, 8) == 5);
    CHECK(kv_head_of(5, 8, 1) == 0);
    CHECK_THROWS_AS(kv_head_of(0, 8, 3), std::logic_error);
    CHECK_THROWS_AS(kv_head_of(0, 8, 0), std::logic_error);
  }
}
