#include "core/costs/memory_traffic.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace attn;

TEST_SUITE_BEGIN("traffic");

TEST_CASE("of naive attention is Q, K, V and output once, scores and weights twice") {
  // n = 8, d = 4: 3 · 32 numbers of input, 32 of output, 64 scores, 64 weights.
  const Traffic t = naive_traffic({8, 4, 4});
  CHECK(t.loads == 3 * 32 + 2 * 64);
  CHECK(t.stores == 2 * 64 + 32);
}

TEST_CASE("of flash loads keys and values once for each block of queries") {
  CHECK(flash_traffic({8, 4, 4}, 4).loads == 32 + 2 * 64);
  CHECK(flash_traffic({8, 4, 4}, 4).stores == 32);
  CHECK(flash_traffic({8, 4, 4}, 1).loads == 32 + 8 * 64);
  CHECK(flash_traffic({8, 4, 4}, 3).loads == 32 + 3 * 64);  // blocks of 3, 3 and 2
}

TEST_CASE("of flash is each tensor once when one block holds all") {
  for (const Integer block : {8, 9, 1000}) {
    CHECK(flash_traffic({8, 4, 4}, block).total() == 4 * 32);
  }
}

TEST_CASE("under a causal mask leaves out the keys of later blocks") {
  // Blocks of 2 meet 2, 4, 6 and 8 keys.
  CHECK(flash_traffic({8, 4, 4}, 2, true).loads == 32 + (2 + 4 + 6 + 8) * 8);
  CHECK(flash_traffic({7, 4, 4}, 2, true).loads == 28 + (2 + 4 + 6 + 7) * 8);
}

TEST_CASE("counts keys and values by their own width") {
  CHECK(naive_traffic({8, 4, 2}).loads == 2 * 32 + 16 + 2 * 64);
  CHECK(flash_traffic({8, 4, 2}, 8).loads == 2 * 32 + 16);
}

TEST_CASE("has room in fast memory for four blocks, their scores and two numbers a row") {
  CHECK(flash_fast_memory({8, 4, 4}, 2) == 4 * 8 + 4 + 4);
  CHECK(flash_fast_memory({8, 4, 4}, 100) == flash_fast_memory({8, 4, 4}, 8));
}

TEST_CASE("is exact for sizes far beyond 64 bits") {
  const Integer n = Integer{1} << 31;
  CHECK(naive_traffic({n, n, n}).total() == 8 * n * n);
  CHECK(flash_traffic({n, 1, 1}, n).total() == 4 * n);
}

TEST_CASE("is refused for sizes below 1 or beyond 2^31") {
  CHECK_THROWS_AS(naive_traffic({0, 4, 4}), std::logic_error);
  CHECK_THROWS_AS(flash_traffic({8, 4, 4}, 0), std::logic_error);
  CHECK_THROWS_AS(flash_traffic({8, 4, (Integer{1} << 31) + 1}, 2), std::logic_error);
}

TEST_SUITE_END();
