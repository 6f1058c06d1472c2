// Does a paged cache give back what was put in, and take pages only as they fill?
#include "core/costs/paged_cache.hpp"

#include <doctest/doctest.h>

using namespace attn;

TEST_SUITE_BEGIN("a paged cache");

TEST_CASE("gives two sequences that grow in turn every other page, and each its own rows") {
  PagedCache cache(2, 1);
  const Index a = cache.add_sequence(), b = cache.add_sequence();
  for (const double x : {1.0, 2.0, 3.0}) {
    const double minus = -x;
    cache.append(a, {&x, 1});
    cache.append(b, {&minus, 1});
  }
  CHECK(cache.pages_of(a) == std::vector<Index>{0, 2});
  CHECK(cache.pages_of(b) == std::vector<Index>{1, 3});
  CHECK(cache.rows_of(a) == Matrix{{1.0}, {2.0}, {3.0}});
  CHECK(cache.rows_of(b) == Matrix{{-1.0}, {-2.0}, {-3.0}});
}

TEST_CASE("holds nothing of a sequence that is empty") {
  PagedCache cache(16, 4);
  CHECK(rows(cache.rows_of(cache.add_sequence())) == 0);
}

TEST_CASE("needs one page for 1 to 16 rows of 16, two for 17") {
  CHECK(pages_for(0, 16) == 0);
  CHECK(pages_for(1, 16) == 1);
  CHECK(pages_for(16, 16) == 1);
  CHECK(pages_for(17, 16) == 2);
}

TEST_SUITE_END();
