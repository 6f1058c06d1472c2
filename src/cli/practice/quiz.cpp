#include "cli/practice/quiz.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/help.hpp"
#include "cli/knobs.hpp"
#include "document/page.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/unknown.hpp"

namespace attn {

namespace {

constexpr std::string_view kSummary = "Ask what you expect, before it is shown";

constexpr std::string_view kPassage =
    R"(  Each question is made from a table or a claim of the lesson, as it is computed
  now. Answer with a number or a word; an empty line passes a question over, and
  the end of the input (Ctrl-D) ends the quiz. Answers may come from a file, one
  a line. The lesson's own options may follow, as in attn quiz walkthrough
  --causal; --seed then draws the lesson's numbers as well.
)";

struct Options {
  Integer questions = 12;
  std::string seed = "0";
  bool ascii = false;
};

// A lesson that has a --seed of its own keeps it.
void declare(CommandLine& line, Options& o, bool seed) {
  line.count("--questions", o.questions, 1, 100, "How many are asked, where there are as many");
  line.flag("--ascii", o.ascii, "Nothing beyond ASCII");
  if (seed) line.text("--seed", o.seed, "DIGITS", "Which questions, and in which order");
}

Manual manual() {
  CommandLine line("Options of quiz");
  Options options;
  line.example("attn quiz walkthrough", "A dozen questions on six words");
  line.example("attn quiz scaling-demo --questions 3", "What becomes of the entropy?");
  line.example("printf '1\\n2\\n1\\n' | attn quiz cost --questions 3", "Answers from a pipe");
  declare(line, options, true);
  std::vector<std::string> names;
  for (const Lesson& lesson : contents()) names.emplace_back(lesson.name);
  return {.name = "quiz",
          .summary = std::string(kSummary),
          .operands = "LESSON",
          .operand_choices = std::move(names),
          .examples = line.examples(),
          .sections = line.sections(),
          .passages = {{"The questions", std::string(kPassage)}}};
}

// The lesson decides which options there are, so it is looked for first, and taken out.
const Lesson& take_lesson(std::vector<std::string>& arguments) {
  const auto lessons = contents();
  for (auto word = arguments.begin(); word != arguments.end(); ++word) {
    const auto found = std::ranges::find(lessons, *word, &Lesson::name);
    if (found == lessons.end()) continue;
    arguments.erase(word);
    return *found;
  }
  if (arguments.empty() || arguments.front().starts_with('-')) {
    throw Error("quiz takes a lesson, as in attn quiz {}", lessons.front().name);
  }
  std::vector<std::string_view> names;
  for (const Lesson& lesson : lessons) names.push_back(lesson.name);
  throw unknown_name("lesson", arguments.front(), names);
}

bool has_seed(const CommandLine& line) {
  const std::vector<Declaration>& options = line.sections().front().options;
  return std::ranges::find(options, "--seed", &Declaration::name) != options.end();
}

// A line of standard input; of one that is longer than any answer, its beginning.
std::optional<std::string> line_of_input() {
  constexpr std::size_t kLongest = 1000;
  std::string line;
  int next = std::getchar();
  if (next == EOF) return {};
  for (; next != EOF && next != '\n'; next = std::getchar()) {
    if (line.size() < kLongest) line += static_cast<char>(next);
  }
  return line;
}

bool said(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
         std::fflush(stdout) == 0;
}

}  // namespace

Outcome quiz(std::vector<std::string> arguments, const Console& console, const QuizTalk& talk,
             bool echo) {
  const bool help_only = std::ranges::any_of(
      arguments, [](const std::string& word) { return word == "--help" || word == "-h"; });
  if (help_only) return {.code = 0, .out = help(manual())};
  const Lesson& lesson = take_lesson(arguments);
  CommandLine line(fmt::format("Options of {}", lesson.name));
  const Writer write = lesson.open(line);
  Options options;
  const bool own_seed = !has_seed(line);
  line.section("Options of quiz");
  declare(line, options, own_seed);
  const Arguments given = line.parse(arguments);
  if (!given.operands.empty()) {
    throw Error("quiz takes one lesson, and {} is one more word",
                in_quotes(given.operands.front()));
  }
  const auto seed = given.values.find("--seed");
  if (seed != given.values.end()) options.seed = seed->second.front();
  const std::vector<QuizQuestion> questions = chosen_questions(
      questions_of(computed(write())), static_cast<std::size_t>(options.questions), options.seed);
  const QuizScore score =
      hold_quiz(questions, talk, {.width = console.width, .ascii = options.ascii, .echo = echo});
  return {.code = 0, .out = score_text(score, questions.size())};
}

Command quiz_command() {
  const auto run = [](const std::vector<std::string>& arguments, const Console& console) {
    return quiz(arguments, console, {.say = said, .hear = line_of_input},
                isatty(STDIN_FILENO) == 0);
  };
  return {.kind = Command::Kind::practice,
          .name = "quiz",
          .summary = kSummary,
          .manual = manual,
          .run = run};
}

}  // namespace attn
