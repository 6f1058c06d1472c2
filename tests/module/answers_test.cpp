#include "module/answers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/error.hpp"

using attn::PageAnswers;
using nlohmann::json;

namespace {

json ask(std::vector<std::string> words) { return json::parse(PageAnswers().answer(words)); }

}  // namespace

TEST_SUITE_BEGIN("a page's questions");

TEST_CASE("give a lesson's knobs, but not those that need files or a clock") {
  std::vector<std::string> names;
  const json knobs = ask({"knobs", "walkthrough"});
  for (const json& option : knobs.at("options")) names.push_back(option.at("name"));
  CHECK(std::ranges::count(names, "--seed") == 1);
  CHECK(std::ranges::count(names, "--input") == 0);
  CHECK(std::ranges::count(names, "--layer") == 0);  // of --model, as is the next
  CHECK(std::ranges::count(names, "--head") == 0);
  for (const json& option : knobs.at("options")) {
    if (option.at("name") != "--dim") continue;
    CHECK(option.at("kind") == "count");
    CHECK(option.at("low") == "1");
  }
}

TEST_CASE("give a page, and which of its numbers are cells of arrays") {
  const json page = ask({"page", "walkthrough"});
  CHECK(page.at("holds") == true);
  bool found = false;
  for (const json& table : page.at("cells")) {
    for (const json& row : table) {
      for (const json& cell : row) found = found || cell == "weights[cat][sat]";
    }
  }
  CHECK(found);
}

TEST_CASE("give the parts of a product in pairs, and none of what is given") {
  const json score = ask({"cell", "scores[cat][sat]", "walkthrough"});
  REQUIRE(score.at("parts").size() == 16);  // a query and a key of 8 components
  CHECK(score.at("parts")[0].at("cell") == "q[cat][0]");
  CHECK(score.at("parts")[8].at("cell") == "k[sat][0]");
  CHECK(score.at("steps").size() == 1);
  CHECK(ask({"cell", "embeddings[cat][0]", "walkthrough"}).at("parts").empty());
}

TEST_CASE("give steps after those of their parts") {
  const json steps = ask({"steps", "weights[cat][sat]", "walkthrough"}).at("steps");
  CHECK(steps.back().at("cell") == "weights[cat][sat]");
  CHECK(steps.front().at("cell") == "q[cat][0]");
}

TEST_CASE("are refused as on the command line") {
  PageAnswers answers;
  CHECK_THROWS_WITH_AS(answers.answer({"page", "walkthrough", "--dim", "0"}),
                       "--dim: 0 is out of range; use 1 to 1024", attn::Error);
  CHECK_THROWS_AS(answers.answer({"page", "walkthrough", "--input", "x"}), attn::Error);
  CHECK_THROWS_AS(answers.answer({"page", "no-such"}), attn::Error);
  CHECK_THROWS_AS(answers.answer({}), attn::Error);
}

TEST_SUITE_END();
