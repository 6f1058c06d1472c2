#include "cli/embed.hpp"

#include "cli/answers.hpp"
#include "cli/help.hpp"
#include "cli/knobs.hpp"
#include "embed/embed.hpp"
#include "embed/report.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr std::string_view kSummary = "Fill notes with lessons and numbers, and keep them true";

constexpr std::string_view kMarkers =
    R"(  A block, on lines of its own, gets a page or a part of it:
    <!-- attn: walkthrough --only weights -->
    <!-- /attn -->
  Its headings go below that of the section it stands in, unless --level says where.
  A value, within a sentence, gets one number:
    a weight of <!-- attn= walkthrough weights[cat][sat] --><!-- /attn -->.
  In LaTeX a % and the end of the line stand for the comment; the line end after
  a value's marker, and the blanks of the next line, TeX does not see:
    % attn: walkthrough --only weights
    % /attn
    a weight of % attn= walkthrough weights[cat][sat]
    % /attn
    .
  The words are those of the command line, without attn; quotes keep words
  together, and nothing is expanded or given to a shell. A marker in code is text.
  /attn gets a checksum of what was written, so that an edit by hand is seen.
  In Markdown, let a word stand before a value that would begin a line.
)";

constexpr std::string_view kVerdicts = R"(  0  everything is fresh, or made so
  1  something is stale, or was edited by hand and is left alone
  2  something is broken, and reported on standard error; all else is done
  3  a file could not be written
)";

struct Options {
  bool check = false, diff = false, list = false, force = false, allow_files = false;
  double tolerance = 0.0;
  std::string format = "auto";
};

void declare(CommandLine& line, Options& o) {
  line.example("attn embed notes.md", "fill in and renew what the notes ask for");
  line.example("attn embed --check *.md", "in a script: fail when a figure is stale");
  line.example("attn embed - < notes.md", "as a filter, from standard input to standard output");
  line.flag("--check", o.check, "Write nothing; say what is not fresh, with a diff");
  line.flag("--diff", o.diff, "Write nothing; print the changes as a patch");
  line.flag("--list", o.list, "Write and compute nothing; name the markers");
  line.flag("--force", o.force, "Overwrite what was edited by hand");
  line.real("--tol", o.tolerance, 0.0, 1e308,
            "Leave a place alone whose numbers are all at most X off");
  std::vector<std::string> names = syntax_names();
  names.insert(names.begin(), "auto");
  line.choice("-f,--format", o.format, names,
              "How the notes are written; auto goes by the file's extension, and reads standard "
              "input as markdown");
  line.flag("--allow-files", o.allow_files,
            "Let notes name files to read (--input); leave it out for a stranger's notes");
}

Manual manual() {
  CommandLine line("Options of embed");
  Options options;
  declare(line, options);
  return {.name = "embed",
          .summary = std::string(kSummary),
          .operands = "NOTES...",
          .examples = line.examples(),
          .sections = line.sections(),
          .passages = {{"Markers", std::string(kMarkers)}, {"Exit codes", std::string(kVerdicts)}}};
}

EmbedOptions::Mode mode_of(const Options& o) {
  if (o.check + o.diff + o.list > 1) throw Error("--check, --diff and --list exclude each other");
  if (o.check) return EmbedOptions::Mode::check;
  if (o.diff) return EmbedOptions::Mode::diff;
  return o.list ? EmbedOptions::Mode::list : EmbedOptions::Mode::write;
}

std::string mending(const Options& o) {
  std::string command = "attn embed";
  if (o.format != "auto") command += " --format " + o.format;
  if (o.allow_files) command += " --allow-files";
  return command;
}

Outcome run(const std::vector<std::string>& arguments, const Console&) {
  CommandLine line("Options of embed");
  Options options;
  declare(line, options);
  const Arguments given = line.parse(arguments);
  if (given.help) return {.code = 0, .out = help(manual())};
  if (given.operands.empty()) {
    throw Error("embed needs notes: one or more files, or - for standard input");
  }
  return embed(given.operands,
               {.mode = mode_of(options),
                .force = options.force,
                .tolerance = options.tolerance,
                .syntax = syntax_named(options.format),
                .mending = mending(options)},
               page_answers(options.allow_files));
}

}  // namespace

Command embed_command() {
  return {.kind = Command::Kind::notes,
          .name = "embed",
          .summary = kSummary,
          .manual = manual,
          .run = run};
}

}  // namespace attn
