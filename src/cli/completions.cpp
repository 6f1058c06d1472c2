#include "cli/completions.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cli/arguments.hpp"
#include "cli/help.hpp"
#include "cli/page_options.hpp"
#include "cli/shells.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

struct Shell {
  std::string_view name;
  std::string (*script)(const Vocabulary&);
};

constexpr std::array kShells{Shell{"bash", bash_completion}, Shell{"zsh", zsh_completion},
                             Shell{"fish", fish_completion}};

std::vector<std::string> shell_names() {
  std::vector<std::string> names;
  for (const Shell& shell : kShells) names.emplace_back(shell.name);
  return names;
}

Manual manual() {
  return {
      .name = "completions",
      .summary = "Completion of commands and options for bash, zsh or fish",
      .operands = "SHELL",
      .operand_choices = shell_names(),
      .examples = {{"source <(attn completions bash)", "complete with the Tab key, for now"},
                   {"attn completions fish > ~/.config/fish/completions/attn.fish", "for good"}}};
}

Vocabulary vocabulary() {
  Vocabulary result{.common = page_section(), .manuals = {}};
  for (const Command& command : catalogue()) result.manuals.push_back(command.manual());
  return result;
}

Outcome run(const std::vector<std::string>& arguments, const Console&) {
  const Arguments given = read_arguments({}, arguments);
  if (given.help) return {.code = 0, .out = help(manual())};
  if (given.operands.size() != 1) throw Error("completions takes one shell: bash, zsh or fish");
  const std::string& name = given.operands.front();
  const auto shell = std::ranges::find(kShells, name, &Shell::name);
  if (shell == kShells.end()) {
    throw Error("there are no completions for {}; there are: {}", in_quotes(name),
                fmt::join(shell_names(), ", "));
  }
  return {.code = 0, .out = shell->script(vocabulary())};
}

}  // namespace

Command completions_command() {
  return {.kind = Command::Kind::setup,
          .name = "completions",
          .summary = "Completion for bash, zsh or fish",
          .manual = manual,
          .run = run};
}

}  // namespace attn
