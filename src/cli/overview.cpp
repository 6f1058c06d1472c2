#include "cli/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/command.hpp"
#include "cli/facts.hpp"
#include "cli/help.hpp"
#include "cli/page_options.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

std::string list(std::string_view title, Command::Kind kind) {
  const std::vector<Command> commands = catalogue();
  int column = 0;
  for (const Command& command : commands) column = std::max(column, display_width(command.name));
  std::string lines = fmt::format("\n{}\n", title);
  for (const Command& command : commands) {
    if (command.kind == kind) lines += term_lines(command.name, command.summary, column);
  }
  return lines;
}

std::string list(std::string_view title, std::span<const Term> meanings) {
  std::string lines = fmt::format("\n{}\n", title);
  for (const Term& m : meanings) lines += term_lines(m.term, m.text, display_width(m.term));
  return lines;
}

std::string introduction() {
  constexpr std::string_view kTry = R"(
Try
  attn {0}
      the first lesson
  attn {0} -o {0}.md
      the same page for your notes
  attn help {0}
      what you can change in it
)";
  return help_paragraph(kPurpose) + fmt::format(kTry, catalogue().front().name);
}

std::string pages() {
  return list("Lessons", Command::Kind::lesson) + list("All of them", Command::Kind::collection) +
         list("Your own notes", Command::Kind::notes) +
         list("Exercises", Command::Kind::practice);
}

}  // namespace

std::string overview() {
  return introduction() + pages() + "\nattn --help says what holds for every page.\n";
}

std::string full_overview() {
  return introduction() + pages() + list("When you install attn", Command::Kind::setup) +
         section_lines(page_section()) + "\n" + help_paragraph(kOptionRules) +
         list("Exit codes", kExitCodes) + list("Environment", kEnvironment);
}

std::string version() { return fmt::format("attn {}\n", ATTN_VERSION); }

}  // namespace attn
