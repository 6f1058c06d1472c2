#include "cli/practice/exercise.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "cli/help.hpp"
#include "cli/practice/sheet_options.hpp"
#include "files/read.hpp"
#include "lessons/exercises.hpp"
#include "practice/grading.hpp"
#include "practice/page.hpp"
#include "render/format.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

using practice::Sheet;

constexpr std::string_view kSummary = "Make a sheet of exercises, with or without its solution";

constexpr std::string_view kSheet =
    R"(  Text, Markdown and LaTeX have lines to write on, HTML has fields and a button
  that saves what is in them. CSV and JSON are templates that name every gap,
  as in weights[cat][sat]; attn grade reads those, and what the button saves.
  Its name says which sheet it is: lesson, level, base, digits, layout and a
  checksum of its numbers. Equal options make equal sheets, byte for byte.
)";

constexpr std::string_view kOwn =
    R"(  With --course the seed is the FNV-1a hash (64 bits) of the word, a line feed
  and the student's name, in UTF-8, composed (NFC), without blanks around them.
  Who does not know the word cannot make the sheet, nor its solution.
  --class takes a CSV file with a column "student", or the names alone, and
  writes a sheet for each into the folder of -o, and one key.
)";

struct Options {
  SheetChoice sheet;
  std::optional<std::string> student, roster, output;
  std::string format;
  bool solution = false, fragment = false;
};

void declare(CommandLine& line, Options& o) {
  line.example("attn exercise walkthrough --seed 7", "a sheet to fill in, for this terminal");
  line.example("attn exercise softmax-rows --level row -o sheet.tex", "one to print");
  line.example("attn exercise walkthrough --seed 7 --solution", "the same, worked");
  line.example("attn exercise heads --course rosebud --class class.csv -f html -o sheets",
               "one for each student, and a key");
  declare_sheet(line, o.sheet);
  line.section("What is made of it");
  line.text("--student", o.student, "NAME", "Whose sheet it is");
  line.reads_file("--class", o.roster, "FILE", "A sheet for each student that it names, and a key");
  line.flag("--solution", o.solution, "Fill the gaps in, and show every line that leads there");
  line.text("-f,--format", o.format, "NAME", "text, markdown, latex, html, csv or json");
  line.offer({"text", "markdown", "latex", "html", "csv", "json"});
  line.writes_folder(
      "-o,--output", o.output, "FILE",
      "Write to FILE, in the format of its extension; with --class, to the folder of that name");
  line.touches(Touches::writes_file);
  line.flag("--fragment", o.fragment, "LaTeX and HTML to take into a page of your own");
}

Manual manual() {
  CommandLine line("Options of the sheet");
  Options options;
  declare(line, options);
  return {.name = "exercise",
          .summary = std::string(kSummary),
          .operands = "LESSON",
          .operand_choices = exercise_names(),
          .examples = line.examples(),
          .sections = line.sections(),
          .passages = {{"Sheets", std::string(kSheet)},
                       {"A sheet for each student", std::string(kOwn)}}};
}

const Format& format_of(const Options& o) {
  std::string name = o.format;
  if (name.empty() && o.output && !o.roster) {
    const std::string extension = std::filesystem::path(*o.output).extension().string();
    name = extension.empty() ? "" : extension.substr(1);
  }
  const Format& format = format_named(name.empty() ? "text" : name);
  if (format.name == "svg") {
    throw Error("a sheet is no picture; formats are text, markdown, latex, html, csv, json");
  }
  return format;
}

std::string bytes_of(const Document& page, const Format& format, const Options& o, int width) {
  return format.render(page, {.width = width, .standalone = !o.fragment});
}

std::string sheet_bytes(const Sheet& sheet, const Format& format, const Options& o, int width) {
  if (format.name == "csv") return practice::csv_template(sheet, o.solution);
  if (format.name == "json") return practice::json_template(sheet, o.solution);
  return bytes_of(practice::sheet_page(sheet, o.solution), format, o, width);
}

Outcome one_sheet(const Options& o, practice::SheetOptions options, const Console& console) {
  options.student = o.student.value_or("");
  if (!options.course.empty() && options.student.empty()) {
    throw Error("--course makes a sheet for each student; add --student NAME or --class FILE");
  }
  const Format& format = format_of(o);
  const Sheet sheet = make_sheet(exercises(), options);
  const bool to_file = o.output && *o.output != "-";
  std::string bytes = sheet_bytes(sheet, format, o, to_file ? Console{}.width : console.width);
  if (!to_file) return {.code = 0, .out = std::move(bytes)};
  return {.code = 0, .files = {{.path = *o.output, .bytes = std::move(bytes)}}};
}

void refuse_beside_class(const Options& o) {
  if (o.student) throw Error("--class names the students; drop --student");
  if (!o.output) throw Error("--class makes many files; name a folder for them with -o DIR");
  if (!o.sheet.course) throw Error("--class makes a sheet for each student; add --course WORD");
  if (o.solution) throw Error("--class writes sheets and their key; drop --solution");
}

// The key holds every solution: as a template where the sheets are templates.
Outcome sheets_of_class(const Options& o, practice::SheetOptions options) {
  refuse_beside_class(o);
  const Format& format = format_of(o);
  const std::string path = *o.roster;
  const auto names = practice::class_names(read_text(path), file_name(path));
  Outcome outcome;
  std::vector<Sheet> sheets;
  const auto write = [&](const std::string& name, std::string_view extension, std::string bytes) {
    outcome.files.push_back({.path = fmt::format("{}/{}.{}", *o.output, name, extension),
                             .bytes = std::move(bytes),
                             .makes_folder = true});
  };
  for (const std::string& name : names) {
    options.student = name;
    sheets.push_back(make_sheet(exercises(), options));
    write(practice::safe_name(sheets.size(), name), format.extension,
          sheet_bytes(sheets.back(), format, o, Console{}.width));
  }
  const bool data = format.name == "csv" || format.name == "json";
  const Format& key = data ? format_named("text") : format;
  write("key", key.extension, bytes_of(practice::key_page(sheets), key, o, Console{}.width));
  outcome.out = fmt::format("{} sheets and key.{} in {}\n", names.size(), key.extension, *o.output);
  return outcome;
}

Outcome run(const std::vector<std::string>& arguments, const Console& console) {
  CommandLine line("Options of the sheet");
  Options options;
  declare(line, options);
  const Arguments given = line.parse(arguments);
  if (given.help) return {.code = 0, .out = help(manual())};
  if (given.operands.size() != 1) {
    throw Error("exercise takes one lesson; there are exercises of {}",
                fmt::join(exercise_names(), ", "));
  }
  const practice::SheetOptions sheet = sheet_options(options.sheet, given.operands.front());
  return options.roster ? sheets_of_class(options, sheet) : one_sheet(options, sheet, console);
}

}  // namespace

Command exercise_command() {
  return {.kind = Command::Kind::practice,
          .name = "exercise",
          .summary = kSummary,
          .manual = manual,
          .run = run};
}

}  // namespace attn
