#include "cli/practice/grade.hpp"

#include <algorithm>

#include "cli/help.hpp"
#include "cli/practice/sheet_options.hpp"
#include "files/read.hpp"
#include "lessons/exercises.hpp"
#include "practice/grading.hpp"
#include "render/format.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

using practice::Handed;

constexpr std::string_view kSummary = "Grade the answers to a sheet of exercises";

constexpr std::string_view kVerdicts =
    R"(  right     at the digits asked for
  follows   not right, but what comes out of the student's own earlier numbers,
            so that an error counts once; the same number in every gap of a
            step, as zeros are, is no work and does not follow
  rounding  truncated (cut off where it should be rounded), rounded early (on
            the way, from numbers that were rounded before) or fewer digits
            (right as far as it goes, one digit short)
  wrong     none of these
  empty     nothing written
  unread    no number, with the reason
)";

constexpr std::string_view kRubric =
    R"(  Points by step, shared evenly among its gaps; a point a gap unless given. The
  others are shares of a gap's points, from 0 to 1; these are the defaults:
    {"points": {"weights": 4, "output": 2}, "follows": 1, "truncated": 0.5,
     "rounded_early": 0.5, "fewer_digits": 0.5}
)";

constexpr std::string_view kFiles =
    R"(  CSV and JSON, filled in from a template; a folder stands for all files in it.
  What cannot be read, or answers another sheet, is refused with its reason and
  listed; all else is graded. Links are not followed.
  -o DIR gets grades.csv, grades.json and a page of feedback for each file.
  Gradescope's results.json is of one file: -f gradescope.
)";

constexpr std::string_view kExits = R"(  0  all is graded
  1  all is graded but what was refused
  2  wrong usage; nothing is on standard output
  3  a file could not be written
)";

enum class Form { text, csv, json, gradescope };

struct Options {
  std::string lesson = exercise_names().front(), pages = "html";
  SheetChoice sheet;
  std::optional<std::string> rubric, output;
  Form form = Form::text;
  bool solution = false;
};

void declare(CommandLine& line, Options& o) {
  line.example("attn grade --seed 7 answers.csv", "what one file of answers is worth");
  line.example("attn grade --lesson heads --course rosebud uploads -o feedback",
               "a folder of them, each held to the sheet of its own student");
  line.example("attn grade --seed 7 answers.json -f gradescope", "results.json for Gradescope");
  line.choice("--lesson", o.lesson, exercise_names(), "Whose sheet was given out");
  declare_sheet(line, o.sheet);
  line.section("What comes of it");
  line.reads_file("--rubric", o.rubric, "FILE", "Points by step, and what a slip is worth");
  line.choice("-f,--format", o.form,
              {{"text", Form::text},
               {"csv", Form::csv},
               {"json", Form::json},
               {"gradescope", Form::gradescope}},
              "What goes to standard output");
  line.writes_folder("-o,--output", o.output, "DIR", "Write grades and pages of feedback there");
  line.choice("--pages", o.pages, {"html", "markdown", "latex", "text"},
              "The format of the pages of feedback");
  line.flag("--solution", o.solution, "Show in the feedback how it goes");
}

Manual manual() {
  CommandLine line("Options of the sheet");
  Options options;
  declare(line, options);
  return {.name = "grade",
          .summary = std::string(kSummary),
          .operands = "ANSWERS...",
          .examples = line.examples(),
          .sections = line.sections(),
          .passages = {{"Verdicts", std::string(kVerdicts)},
                       {"Rubric", std::string(kRubric)},
                       {"Files", std::string(kFiles)},
                       {"Exit codes", std::string(kExits)}}};
}

std::string rendered_as(std::string_view format, const Document& page, int width) {
  return format_named(format).render(page, {.width = width, .standalone = true});
}

std::string standard_output(const std::vector<Handed>& handed, const Options& o, int width) {
  switch (o.form) {
    case Form::csv:
      return rendered_as("csv", grades_page(handed, true), width);
    case Form::json:
      return practice::grades_json(handed);
    case Form::gradescope:
      if (handed.size() != 1) {
        throw Error("Gradescope's results.json is of one file, and {} are given", handed.size());
      }
      return practice::gradescope_json(handed.front(), o.solution);
    case Form::text:
      break;
  }
  return rendered_as("text", grades_page(handed, false), width);
}

std::vector<OutputFile> feedback(const std::vector<Handed>& handed, const Options& o) {
  std::vector<OutputFile> files;
  const auto write = [&](const std::string& name, std::string bytes) {
    files.push_back(
        {.path = *o.output + "/" + name, .bytes = std::move(bytes), .makes_folder = true});
  };
  const Format& format = format_named(o.pages);
  for (std::size_t i = 0; i < handed.size(); ++i) {
    const std::string student = handed[i].grade ? handed[i].grade->student : "refused";
    write(practice::safe_name(i + 1, student) + "." + std::string(format.extension),
          rendered_as(o.pages, practice::feedback_page(handed[i], o.solution), Console{}.width));
  }
  write("grades.csv", rendered_as("csv", practice::grades_page(handed, true), Console{}.width));
  write("grades.json", practice::grades_json(handed));
  return files;
}

Outcome run(const std::vector<std::string>& arguments, const Console& console) {
  CommandLine line("Options of the sheet");
  Options options;
  declare(line, options);
  const Arguments given = line.parse(arguments);
  if (given.help) return {.code = 0, .out = help(manual())};
  if (given.operands.empty()) throw Error("grade needs answers: files or folders");
  practice::Rubric rubric;
  if (options.rubric) {
    rubric = practice::parse_rubric(read_text(*options.rubric), file_name(*options.rubric));
  }
  const std::vector<Handed> handed =
      practice::grade_files(practice::handed_files(given.operands), exercises(),
                            sheet_options(options.sheet, options.lesson), rubric, mistake_in);
  Outcome outcome{.code = 0, .out = standard_output(handed, options, console.width)};
  for (const Handed& h : handed) {
    if (h.grade) continue;
    outcome.code = 1;
    outcome.err += fmt::format("attn: {}\n", h.refused);
  }
  if (options.output) outcome.files = feedback(handed, options);
  return outcome;
}

}  // namespace

Command grade_command() {
  return {.kind = Command::Kind::practice,
          .name = "grade",
          .summary = kSummary,
          .manual = manual,
          .run = run};
}

}  // namespace attn
