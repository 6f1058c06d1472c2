// What can follow "attn" on a command line?
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"
#include "cli/declaration.hpp"
#include "support/outcome.hpp"

namespace attn {

struct Command {
  // A lesson, a page made of the lessons, what is done to notes, exercises, or what is of use once,
  // when attn is installed.
  enum class Kind { lesson, collection, notes, practice, setup };

  Kind kind;
  std::string_view name, summary;
  std::function<Manual()> manual;
  // The arguments without the command's name. Throws Error.
  std::function<Outcome(const std::vector<std::string>& arguments, const Console& console)> run;
};

// Every command, lessons first, in the order to show them.
std::vector<Command> catalogue();

// Throws Error naming the nearest.
Command command_named(std::string_view name);

}  // namespace attn
