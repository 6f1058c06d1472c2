// Is a command run once, however many places ask for it?
#include "embed/request.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

using attn::Answer;
using attn::Error;
using attn::Request;

TEST_SUITE("a remembered command") {
  TEST_CASE("runs once for equal requests") {
    int runs = 0;
    const attn::Compute compute = attn::remembered([&runs](const Request& r) {
      ++runs;
      return Answer{r.words.front(), "text"};
    });
    CHECK(compute({{"a"}, false, "latex"}).text == "a");
    CHECK(compute({{"a"}, false, "latex"}).text == "a");
    CHECK(runs == 1);
  }

  TEST_CASE("runs again for other words, another format or level, and a value") {
    int runs = 0;
    const attn::Compute compute = attn::remembered([&runs](const Request&) {
      ++runs;
      return Answer{};
    });
    for (const Request& r : {Request{{"a"}, false, "latex"}, Request{{"b"}, false, "latex"},
                             Request{{"a"}, false, "html"}, Request{{"a"}, true, "latex"},
                             Request{{"a"}, false, "latex", 2}}) {
      compute(r);
    }
    CHECK(runs == 5);
  }

  TEST_CASE("keeps an error too") {
    int runs = 0;
    const attn::Compute compute =
        attn::remembered([&runs](const Request&) -> Answer { throw Error("no {}", ++runs); });
    CHECK_THROWS_WITH_AS(compute({{"a"}, false, ""}), "no 1", Error);
    CHECK_THROWS_WITH_AS(compute({{"a"}, false, ""}), "no 1", Error);
  }
}
