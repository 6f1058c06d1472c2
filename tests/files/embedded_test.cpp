// Does the program carry its files, unchanged?
#include "files/embedded.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "support/error.hpp"

TEST_SUITE_BEGIN("an embedded file");

TEST_CASE("has the bytes of the file in data/") {
  std::ostringstream bytes;
  bytes << std::ifstream(ATTN_SOURCE "/data/cat-sat.json", std::ios::binary).rdbuf();
  CHECK(attn::embedded("cat-sat.json") == bytes.str());
}

TEST_CASE("that is not there is guessed at") {
  CHECK_THROWS_WITH_AS(attn::embedded("catsat.json"),
                       doctest::Contains("unknown embedded file \"catsat.json\"; did you mean "
                                         "\"cat-sat.json\"? there are: cat-sat.json"),
                       attn::Error);
}

TEST_SUITE_END();
