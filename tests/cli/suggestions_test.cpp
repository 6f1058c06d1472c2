// Does what a lesson suggests to run next do what it should: run?
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include "cli/knobs.hpp"
#include "document/page.hpp"
#include "lessons/lesson.hpp"

namespace {

// The exit status of the built program, run by a shell as a reader would. Training is cut short.
int status_of(const std::string& command) {
  REQUIRE(command.starts_with("attn "));
  const bool trains = command.starts_with("attn learn") && !command.ends_with("--steps 600");
  return std::system(
      (ATTN_BINARY + command.substr(4) + (trains ? " --steps 3" : "") + " >/dev/null").c_str());
}

std::vector<std::string> suggested_by(const attn::Lesson& lesson) {
  attn::CommandLine knobs("");
  const attn::Document page = attn::computed(lesson.open(knobs)());
  std::vector<std::string> commands;
  for (const attn::Block& block : page.blocks) {
    if (const auto* suggestions = std::get_if<attn::NextSteps>(&block)) {
      for (const auto& item : suggestions->items) commands.push_back(item.command);
    }
  }
  for (const auto& example : knobs.examples()) commands.push_back(example.command);
  return commands;
}

}  // namespace

TEST_SUITE("a lesson") {
  TEST_CASE("suggests and shows only commands that run") {
    for (const attn::Lesson& lesson : attn::contents()) {
      const auto commands = suggested_by(lesson);
      CHECK(commands.size() >= 2);
      for (const std::string& command : commands) {
        CAPTURE(command);
        CHECK(status_of(command) == 0);
      }
    }
  }
}
