#include "cli/trace.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "cli/help.hpp"
#include "cli/knobs.hpp"
#include "document/page.hpp"
#include "lessons/traced.hpp"
#include "support/error.hpp"
#include "support/unknown.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

constexpr std::string_view kSummary = "Show where one number comes from, step by step";

constexpr std::string_view kPassage =
    R"(  An array of the lesson, then a row and a column, each by label or by number
  from 0; quotes keep the shell away from the brackets. Options of the lesson
  follow, as in attn trace 'weights[1][0]' --causal. Of your own tensors:
  attn trace 'output[q0][0]' --lesson attend --q q.npy --k k.npy --v v.npy;
  where there are heads, 'scores[HEAD][q0][k0]'. Every line is one that attn
  check finds right.
)";

struct Options {
  std::string lesson = std::string(contents().front().name), format = "text";
  TraceOptions trace;
};

void declare(CommandLine& line, Options& o) {
  line.example("attn trace 'output[cat][0]'", "from the output down to the embeddings");
  line.example("attn trace 'weights[cat][sat]' --depth 2 -f latex", "for your notes");
  line.example("attn trace 'output[cat][0]' --round 2", "how far rounding at each step leads");
  const auto traced = traced_lessons();
  line.choice("--lesson", o.lesson, {traced.begin(), traced.end()},
              "Whose numbers; its own options may follow");
  line.count("--depth", o.trace.depth, 1, 100, "How many steps down; all unless given");
  line.choice("-f,--format", o.format, trace_formats(), "How the steps are written");
}

Manual manual() {
  CommandLine line("Options of trace");
  Options options;
  declare(line, options);
  line.count("--round", options.trace.round, 1, 12,
             "Round every step to so many digits, as with a pencil, and tell the drift");
  return {.name = "trace",
          .summary = std::string(kSummary),
          .operands = "NAME[ROW][COLUMN]",
          .examples = line.examples(),
          .sections = line.sections(),
          .passages = {{"The number", std::string(kPassage)}}};
}

// The lesson decides which options there are, so it is looked for first.
const Lesson& lesson_in(const std::vector<std::string>& arguments) {
  std::string name(contents().front().name);
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    if (arguments[i].starts_with("--lesson=")) name = arguments[i].substr(9);
    if (arguments[i] == "--lesson" && i + 1 < arguments.size()) name = arguments[i + 1];
  }
  const auto traced = traced_lessons();
  const auto found = std::ranges::find(contents(), name, &Lesson::name);
  if (found == contents().end()) throw unknown_name("lesson", name, {traced.begin(), traced.end()});
  if (std::ranges::find(traced, name) == traced.end()) {
    throw Error("--lesson: no steps are known for the numbers of {}; traced are {}", name,
                fmt::join(traced, ", "));
  }
  return *found;
}

// A lesson may carry rounded steps itself; a trace rounds exact ones, so this is for the trace
// alone, and taken out before the lesson is asked.
std::optional<Integer> take_round(std::vector<std::string>& arguments) {
  constexpr std::string_view kName = "--round";
  std::optional<Integer> round;
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--";) {
    const bool joined = arguments[i].starts_with("--round=");
    if (!joined && arguments[i] != kName) {
      ++i;
      continue;
    }
    if (round) throw Error("--round is given twice; once is enough");
    if (!joined && i + 1 == arguments.size()) throw Error("--round needs a value, 1 to 12");
    const std::string value = joined ? arguments[i].substr(kName.size() + 1) : arguments[i + 1];
    round = parse_integer(value, 1, 12, kName);
    const auto first = arguments.begin() + static_cast<std::ptrdiff_t>(i);
    arguments.erase(first, first + (joined ? 1 : 2));
  }
  return round;
}

Outcome run(std::vector<std::string> arguments, const Console&) {
  const bool help_only = std::ranges::any_of(
      arguments, [](const std::string& word) { return word == "--help" || word == "-h"; });
  if (help_only) return {.code = 0, .out = help(manual())};
  Options options;
  options.trace.round = take_round(arguments);
  const Lesson& lesson = lesson_in(arguments);
  CommandLine line(fmt::format("Options of {}", lesson.name));
  const Writer write = lesson.open(line);
  line.section("Options of trace");
  declare(line, options);
  const Arguments given = line.parse(arguments);
  if (given.operands.size() != 1) {
    throw Error("trace takes one number, as in attn trace 'output[0][0]'; {} are given",
                given.operands.size());
  }
  Document page = computed(write());
  page.settings = line.settings();
  return {.code = 0,
          .out = trace_as(options.format, trace(page, given.operands.front(), options.trace))};
}

}  // namespace

Command trace_command() {
  return {.kind = Command::Kind::notes,
          .name = "trace",
          .summary = kSummary,
          .manual = manual,
          .run = run};
}

}  // namespace attn
