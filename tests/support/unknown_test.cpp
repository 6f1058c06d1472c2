// Is an unknown name answered with what there is?
#include "support/unknown.hpp"

#include <doctest/doctest.h>

#include <string>

using attn::unknown_name;

TEST_SUITE_BEGIN("an unknown name");

TEST_CASE("is answered with the nearest, and all there are") {
  CHECK(std::string(unknown_name("fruit", "aple", {"pear", "apple"}).what()) ==
        "unknown fruit \"aple\"; did you mean \"apple\"? there are: pear, apple");
}

TEST_CASE("that is near none is answered with all there are") {
  CHECK(std::string(unknown_name("fruit", "zzzzzzzz", {"pear", "apple"}).what()) ==
        "unknown fruit \"zzzzzzzz\"; there are: pear, apple");
}

TEST_SUITE_END();
