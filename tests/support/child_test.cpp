#include "support/child.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <new>
#include <stdexcept>

using namespace attn;

TEST_SUITE_BEGIN("a process of its own");

TEST_CASE("hands back the numbers that the task returns, however many") {
  const ChildRun run = in_own_process([] { return std::vector<double>(100'000, 0.5); });
  CHECK(run.numbers == std::vector<double>(100'000, 0.5));
  CHECK(run.failure.empty());
  CHECK(in_own_process([] { return std::vector<double>{}; }).numbers.empty());
}

TEST_CASE("leaves this one as it was") {
  int x = 1;
  in_own_process([&x] {
    x = 2;
    return std::vector<double>{};
  });
  CHECK(x == 1);
}

TEST_CASE("knows the most memory that it held") {
  const auto peak = [](std::size_t count) {
    return in_own_process([count] {
      const std::vector<double> touched(count, 1.0);
      return std::vector<double>{static_cast<double>(peak_memory()), touched.back()};
    });
  };
  CHECK(peak(4 << 20).numbers[0] - peak(1).numbers[0] > 30 << 20);
}

TEST_CASE("says why there is no result") {
  using Numbers = std::vector<double>;
  CHECK(in_own_process([]() -> Numbers { throw std::bad_alloc(); }).failure ==
        "there was not enough memory");
  CHECK(in_own_process([]() -> Numbers { throw std::runtime_error("x"); }).failure == "it failed");
  CHECK(in_own_process([]() -> Numbers {
          std::raise(SIGKILL);
          return {};
        }).failure.starts_with("the system ended it"));
}

TEST_SUITE_END();
