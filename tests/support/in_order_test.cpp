// Are pieces that several threads make taken in order, and each once?
#include "support/in_order.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <new>
#include <numeric>
#include <vector>

using attn::in_order;

TEST_SUITE("pieces that are made at the same time") {
  TEST_CASE("are taken in order, even where the first takes longest") {
    std::vector<std::size_t> taken, expected(20);
    std::iota(expected.begin(), expected.end(), 0);
    const auto make = [](std::size_t i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(i % 2 == 0 ? 3 : 0));
      return i;
    };
    in_order(20, make, [&taken](std::size_t i) {
      taken.push_back(i);
      return true;
    });
    CHECK(taken == expected);
  }

  TEST_CASE("are no longer made once no more is wanted") {
    std::atomic<std::size_t> made = 0;
    std::size_t taken = 0;
    in_order(
        1000, [&made](std::size_t) { return ++made; },
        [&taken](std::size_t) { return ++taken < 3; });
    CHECK(taken == 3);
    CHECK(made < 20);
  }

  TEST_CASE("may fail, which is known here") {
    const auto make = [](std::size_t i) {
      if (i == 5) throw std::bad_alloc();
      return i;
    };
    std::size_t taken = 0;
    const auto take = [&taken](std::size_t) { return ++taken > 0; };
    CHECK_THROWS_AS(in_order(9, make, take), std::bad_alloc);
    CHECK(taken == 5);
  }

  TEST_CASE("may be none") {
    CHECK_NOTHROW(in_order(
        0, [](std::size_t i) { return i; }, [](std::size_t) -> bool { throw std::bad_alloc(); }));
  }
}
