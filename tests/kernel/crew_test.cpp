#include "kernel/crew.hpp"

#include <doctest/doctest.h>

#include "kernel/attention.hpp"

using namespace attn::kernel;

TEST_SUITE_BEGIN("a crew");

TEST_CASE("gives each member its own number, in every round") {
  for (const std::size_t members : {1, 2, 5}) {
    Crew crew(members);
    REQUIRE(crew.size() == members);
    std::vector<std::size_t> rounds(members, 0);
    for (int round = 0; round < 50; ++round)
      crew.run([&](std::size_t member) { ++rounds[member]; });
    CHECK(rounds == std::vector<std::size_t>(members, 50));
  }
}

TEST_CASE("may be dismissed before it has worked") {
  for (int i = 0; i < 20; ++i) CHECK(Crew(3).size() == 3);
}

TEST_CASE("that stays for many calls computes what one for each call does") {
  const Shape shape{2, 1, 90, 300, 16, 16};
  std::vector<float> q(2 * 90 * 16), k(300 * 16), v(300 * 16);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = static_cast<float>(i % 17) - 8.0F;
  for (std::size_t i = 0; i < k.size(); ++i) k[i] = static_cast<float>(i % 13) / 13.0F;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i % 11);
  const std::vector<float> once = attention(q, k, v, shape, {.threads = 3});
  Crew crew(3);
  for (int call = 0; call < 10; ++call) {
    CHECK(attention(q, k, v, shape, {.crew = &crew}) == once);
  }
}

TEST_SUITE_END();
