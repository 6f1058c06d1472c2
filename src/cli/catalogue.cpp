#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/check.hpp"
#include "cli/command.hpp"
#include "cli/completions.hpp"
#include "cli/embed.hpp"
#include "cli/live/page.hpp"
#include "cli/man.hpp"
#include "cli/pages.hpp"
#include "cli/practice/exercise.hpp"
#include "cli/practice/grade.hpp"
#include "cli/practice/quiz.hpp"
#include "cli/trace.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/unknown.hpp"

namespace attn {

std::vector<Command> catalogue() {
  std::vector<Command> commands;
  for (const Lesson& lesson : contents()) {
    commands.push_back(page_command(Command::Kind::lesson, lesson));
  }
  for (const Lesson& page : collections()) {
    commands.push_back(page_command(Command::Kind::collection, page));
  }
  commands.push_back(check_command());
  commands.push_back(embed_command());
  commands.push_back(trace_command());
  commands.push_back(exercise_command());
  commands.push_back(grade_command());
  commands.push_back(quiz_command());
  commands.push_back(live_page_command());
  commands.push_back(site_command());
  commands.push_back(completions_command());
  commands.push_back(man_command());
  return commands;
}

Command command_named(std::string_view name) {
  std::vector<Command> commands = catalogue();
  const auto found = std::ranges::find(commands, name, &Command::name);
  if (found != commands.end()) return std::move(*found);
  std::vector<std::string_view> names{"help"};
  for (const Command& command : commands) names.push_back(command.name);
  const std::string guess = did_you_mean(name, names);
  throw Error("there is no lesson {}{}", in_quotes(name),
              guess.empty() ? "; attn list names those that there are" : guess);
}

}  // namespace attn
