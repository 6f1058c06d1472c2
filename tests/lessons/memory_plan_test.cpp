#include "lessons/shared/memory_plan.hpp"

#include <doctest/doctest.h>

#include <string>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

Document run(Given given) { return run_lesson("memory-table", std::move(given)); }

std::string refusal(Given given) {
  try {
    run(std::move(given));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("the plan of memory-table");

TEST_CASE("refuses no tokens, and more than can be counted") {
  CHECK(refusal({{"--n", "0"}}).starts_with("--n: 0 is out of range"));
  CHECK(refusal({{"--n", "-1"}}).starts_with("--n: -1 is out of range"));
  CHECK(refusal({{"--n", "1" + std::string(30, '0')}}).starts_with("--n: 1000000000"));
}

TEST_CASE("refuses what 128 bits do not hold, and names the largest n that they do") {
  const std::string message = refusal({{"--n", "4611686018427387904"}});
  CHECK(
      message ==
      "--n: counts for twice 4611686018427387904 tokens do not fit in 128 bits; with 32 layers, 32 "
      "heads and batch 1 the largest is 101904826760412361");
  CHECK(all_claims_hold(run({{"--n", "101904826760412361"}})));
  CHECK(refusal({{"--n", "101904826760412362"}}) != "no error");
}

TEST_CASE("refuses heads that do not share KV heads evenly, and names what would work") {
  CHECK(refusal({{"--like", "llama-3-8b"}, {"--heads", "12"}}) ==
        "--kv-heads: 12 query heads cannot share 8 KV heads evenly; try --kv-heads 6");
  CHECK(refusal({{"--heads", "4"}, {"--kv-heads", "8"}}) ==
        "--kv-heads: 4 query heads cannot share 8 KV heads evenly; try --kv-heads 4");
}

TEST_CASE("refuses an unknown model, and names the nearest") {
  CHECK(refusal({{"--like", "lama-3-8b"}}).find("did you mean \"llama-3-8b\"?") !=
        std::string::npos);
}

TEST_CASE("refuses a size without a unit, of an unknown one, or of nothing") {
  CHECK(refusal({{"--fit", "12"}}) == "--fit: \"12\" lacks its unit; write 12GiB or 12GB");
  CHECK(refusal({{"--fit", "0"}}) == "--fit: \"0\" is less than a byte; try 24GiB");
  CHECK(refusal({{"--fit", "1XB"}}).starts_with("--fit: \"1XB\" has no unit \"XB\"; use B, KiB"));
}

TEST_CASE("refuses a batch of none") {
  CHECK(refusal({{"--batch", "0"}}).starts_with("--batch: 0 is out of range"));
}

TEST_SUITE_END();
