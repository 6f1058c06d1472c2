#include "ranks/ranks.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <new>

#include "ranks/thread_ranks.hpp"

using namespace attn;
using test::on_threads;

namespace {

// What each of three ranks is told when some of them fail.
std::array<std::string, 3> told(const std::array<const char*, 3>& failures) {
  std::array<std::string, 3> messages;
  on_threads(3, [&](Ranks& ranks) {
    try {
      together(ranks, [&] {
        if (failures[ranks.rank()] != nullptr) throw Error("{}", failures[ranks.rank()]);
      });
    } catch (const AgreedError& error) {
      messages[ranks.rank()] = error.what();
    }
  });
  return messages;
}

}  // namespace

TEST_SUITE_BEGIN("ranks");

TEST_CASE("go on together when none has failed") {
  CHECK(told({nullptr, nullptr, nullptr}) == std::array<std::string, 3>{});
}

TEST_CASE("end together with the first failure, and say whose it is unless it is all of theirs") {
  const auto one = told({nullptr, "no file", "no disk"});
  for (const std::string& message : one) CHECK(message == "rank 1: no file");
  const auto all = told({"no file", "no file", "no file"});
  for (const std::string& message : all) CHECK(message == "no file");
}

TEST_CASE("say so when memory runs out on one of them, and cut what is too long to say") {
  std::array<std::string, 2> messages;
  on_threads(2, [&](Ranks& ranks) {
    try {
      together(ranks, [&] {
        if (ranks.rank() == 1) throw std::bad_alloc();
      });
    } catch (const AgreedError& error) {
      messages[ranks.rank()] = error.what();
    }
  });
  CHECK(messages[0] == "rank 1: there is not enough memory");
  CHECK(messages[1] == messages[0]);
  const std::string endless(5000, 'x');
  CHECK(told({endless.c_str(), nullptr, nullptr})[2].size() == 8 + 1019);
}

TEST_CASE("know each other's numbers, in order") {
  on_threads(4, [](Ranks& ranks) {
    const double own[]{static_cast<double>(ranks.rank()), 0.5};
    const std::vector<double> all = gathered(ranks, own);
    CHECK(all == std::vector<double>{0, 0.5, 1, 0.5, 2, 0.5, 3, 0.5});
  });
}

TEST_CASE("are told from a single process by what mpirun sets") {
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
  ::unsetenv("OMPI_COMM_WORLD_RANK");
  ::unsetenv("PMI_SIZE");
  ::unsetenv("PMI_RANK");
  CHECK_FALSE(is_one_of_several());
  CHECK_FALSE(is_silent());
  ::setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
  ::setenv("OMPI_COMM_WORLD_RANK", "0", 1);
  CHECK_FALSE(is_one_of_several());
  ::setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  CHECK(is_one_of_several());
  CHECK_FALSE(is_silent());
  ::setenv("OMPI_COMM_WORLD_RANK", "2", 1);
  CHECK(is_silent());
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
  ::unsetenv("OMPI_COMM_WORLD_RANK");
}

TEST_SUITE_END();
