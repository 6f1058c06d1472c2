#include "kernel/thread_team.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace attn::kernel;

TEST_SUITE_BEGIN("a team of threads");

TEST_CASE("gives each member its own number, in every round") {
  for (const std::size_t members : {1, 2, 5}) {
    ThreadTeam team(members);
    REQUIRE(team.size() == members);
    std::vector<std::size_t> rounds(members, 0);
    for (int round = 0; round < 50; ++round)
      team.run([&](std::size_t member) { ++rounds[member]; });
    CHECK(rounds == std::vector<std::size_t>(members, 50));
  }
}

TEST_CASE("may be dismissed before it has worked") {
  for (int i = 0; i < 20; ++i) CHECK(ThreadTeam(3).size() == 3);
}

TEST_SUITE_END();
