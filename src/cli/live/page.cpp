#include "cli/live/page.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "cli/help.hpp"
#include "cli/live/start.hpp"
#include "cli/page_options.hpp"
#include "cli/pages.hpp"
#include "support/error.hpp"
#include "support/unknown.hpp"

namespace attn {

namespace {

constexpr std::string_view kSummary = "Write a lesson as one file that computes in a browser";

constexpr std::string_view kPassage =
    R"(  A lesson, then options of its own, which the page begins with. In the page its
  words, seeds and sizes can be changed; all is computed anew by the same code,
  in the browser, which loads nothing else. Without scripts it is the page that
  attn LESSON --standalone -f html writes.
)";

void declare(CommandLine& line, std::string& output) {
  line.example("attn page walkthrough -o walkthrough.html", "one file, for any site or none");
  line.example("attn page order --text 'the dog bites' -o order.html", "with your own sentence");
  line.text("-o,--output", output, "PATH", "Where the page goes; - is standard output");
  line.touches(Touches::writes_file);
}

Manual manual() {
  CommandLine line("Options of page");
  std::string output;
  declare(line, output);
  std::vector<std::string> names;
  for (const Lesson& lesson : contents()) names.emplace_back(lesson.name);
  return {.name = "page",
          .summary = std::string(kSummary),
          .operands = "LESSON",
          .operand_choices = names,
          .examples = line.examples(),
          .sections = line.sections(),
          .passages = {{"The page", std::string(kPassage)}}};
}

const Lesson& lesson_of(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with('-')) {
    throw Error("page takes a lesson first, as in attn page walkthrough -o walkthrough.html");
  }
  const auto found = std::ranges::find(contents(), arguments.front(), &Lesson::name);
  if (found != contents().end()) return *found;
  std::vector<std::string_view> names;
  for (const Lesson& lesson : contents()) names.push_back(lesson.name);
  throw unknown_name("lesson", arguments.front(), names);
}

Outcome run(const std::vector<std::string>& arguments, const Console&) {
  if (!arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h")) {
    return {.code = 0, .out = help(manual())};
  }
  const Lesson& lesson = lesson_of(arguments);
  CommandLine line(fmt::format("Options of {}", lesson.name));
  const Writer write = lesson.open(line);
  line.section("Options of page");
  std::string output(kStandardOutput);
  declare(line, output);
  const Arguments given = line.parse({arguments.begin() + 1, arguments.end()});
  if (given.help) return {.code = 0, .out = help(manual())};
  refuse_operands(given.operands, line, lesson.name);
  const StaticPage page = static_page(lesson, line, given, write);
  Outcome outcome;
  std::string html = live_page(page.html, page.start, live_module());
  if (output == kStandardOutput) {
    outcome.out = std::move(html);
  } else {
    outcome.files.push_back({.path = output, .bytes = std::move(html)});
  }
  if (page.failing.empty()) return outcome;
  outcome.code = 1;
  outcome.err = fmt::format("attn: these claims do not hold: {}\n", fmt::join(page.failing, ", "));
  return outcome;
}

}  // namespace

Command live_page_command() {
  return {.kind = Command::Kind::notes,
          .name = "page",
          .summary = kSummary,
          .manual = manual,
          .run = run};
}

}  // namespace attn
