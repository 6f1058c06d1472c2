// Is a rubric what its writer meant, or refused by its key?
#include "practice/rubric.hpp"

#include <doctest/doctest.h>

#include "practice/small_sheet.hpp"
#include "support/error.hpp"

using namespace attn;
using namespace attn::practice;

namespace {

std::string error(std::string_view text) {
  try {
    refuse_unknown_steps(parse_rubric(text, "r.json"), test::small_sheet());
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("rubrics");

TEST_CASE("hold points by step, and what a slip is worth") {
  const Rubric rubric = parse_rubric(
      R"({"points": {"weights": 4}, "follows": 0.8, "truncated": 0, "rounded_early": 1, "fewer_digits": 0.25})",
      "r.json");
  CHECK(rubric.points.at("weights") == 4.0);
  CHECK(rubric.follows == 0.8);
  CHECK(rubric.truncated == 0.0);
  CHECK(rubric.rounded_early == 1.0);
  CHECK(rubric.fewer_digits == 0.25);
  CHECK(parse_rubric("{}", "r.json").follows == 1.0);
}

TEST_CASE("are refused by the key that is wrong") {
  CHECK(error("{}") == "no error");
  CHECK(error("[]").starts_with("r.json: a rubric is an object"));
  CHECK(error("{").starts_with("r.json:1:2: not JSON"));
  CHECK(error(R"({"follow": 1})").starts_with("unknown key of a rubric \"follow\"; did you mean"));
  CHECK(error(R"({"follows": 2})") == "r.json: \"follows\" is to be a number from 0 to 1");
  CHECK(error(R"({"follows": "1"})") == "r.json: \"follows\" is to be a number from 0 to 1");
  CHECK(error(R"({"points": 3})").starts_with("r.json: \"points\" is to be an object"));
  CHECK(error(R"({"points": {"weights": -1}})") ==
        "r.json: \"weights\" is to be a number from 0 to 1000000");
  CHECK(error(R"({"points": {"wieghts": 1}})")
            .starts_with("unknown step in the rubric \"wieghts\"; did you mean"));
  CHECK(error(R"({"points": {"scores": 1}})").find("there are: scaled, weights, output") !=
        std::string::npos);
  CHECK(error(R"({"follows": 1e999})") != "no error");
  CHECK(error(std::string(100'000, '[')) != "no error");
}

TEST_SUITE_END();
