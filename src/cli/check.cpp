#include "cli/check.hpp"

#include "check/check.hpp"
#include "cli/help.hpp"
#include "cli/knobs.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr std::string_view kSummary = "Proof-read the arithmetic that notes hold";

constexpr std::string_view kForms =
    R"(  Formulas with a result, in Unicode, ASCII or LaTeX, with =, ≈ or →:
    softmax([1, 0, 0.5]) = [0.506, 0.186, 0.307]     also a matrix, T=2, base=3
    0.5×[1, 0] + 0.5×[0, 1] = [0.5, 0.5]             every step of a chain
    Q Kᵀ = [[1, 0], [0, 1]]      with Q = [[1, 0], [0, 1]] defined before
    [[2, 0], [1, 1]] / √4 = [[1, 0], [0.5, 0.5]]     or side by side, row by row
    8192² × 4 bytes = 256 MiB    32 heads × 4 × 256 MB = 32 GB
    64 MB to 4 MB, a 16× reduction                   or in the column of a table
    from 32 heads to 8 heads, a 4× reduction
    exp(2) ≈ 7.39    −ln 0.9 = 0.105    5·tanh(0.7/5) = 0.695    mean([1, 5]) = 3
    12 heads of 64 = 768    23 % of 512 = 118    4 × 768² = 2,359,296 ≈ 2.36M
    the weights [0.2, 0.3, 0.5] sum to 1
  An output must lie between the values; attention weights are never negative.
)";

constexpr std::string_view kVerdicts =
    R"(  right     the formula comes to what is printed, at the digits printed
  wrong     it does not
  inherits  it follows from a wrong number before, and is right given that
  unsure    it may be meant otherwise; never counted as wrong
  note      right, with something to know: MB that are MiB, a digit cut off
  fixed     it was wrong, and --fix put it right in the file
  skipped   a line of more than 100,000 bytes, in which no formula is looked for
)";

constexpr std::string_view kSilence =
    R"(  What stands between these, each on a line of its own, is not checked; in LaTeX
  they follow a % instead.
    <!-- attn-check: off -->
    <!-- attn-check: on -->
)";

constexpr std::string_view kExits = R"(  0  nothing is wrong
  1  something is wrong, or inherits it
  2  a file cannot be read; nothing is on standard output
)";

struct Options {
  bool list = false, explain = false, fix = false;
  std::string digits = "either", format = "text", syntax = "auto";
};

void declare(CommandLine& line, Options& o) {
  line.example("attn check notes.md", "what is wrong, by file, line and column");
  line.example("attn check --list --explain notes.tex", "all that was found, recomputed");
  line.example("attn check course", "all notes in a folder");
  line.example("attn check --format github *.md", "as annotations, in a workflow");
  line.flag("--list", o.list, "Name all that was found, right or not");
  line.flag("--explain", o.explain, "Show the arithmetic below each finding");
  line.flag("--fix", o.fix,
            "Put a number right in the file where it is the only one of its claim that is wrong");
  line.choice("--digits", o.digits, {"round", "truncate", "either"},
              "How last digits came about; either notes those that were cut off");
  line.choice("-f,--format", o.format, {"text", "json", "github"}, "How findings are written");
  line.choice("--syntax", o.syntax, {"auto", "markdown", "latex", "html", "text"},
              "How the notes are written; auto goes by the file's extension, and reads standard "
              "input as markdown");
}

Manual manual() {
  CommandLine line("Options of check");
  Options options;
  declare(line, options);
  return {.name = "check",
          .summary = std::string(kSummary),
          .operands = "NOTES...",
          .examples = line.examples(),
          .sections = line.sections(),
          .passages = {{"Forms", std::string(kForms)},
                       {"Verdicts", std::string(kVerdicts)},
                       {"Quoted errors", std::string(kSilence)},
                       {"Exit codes", std::string(kExits)}}};
}

CheckOptions check_options(const Options& o, const Console& console) {
  using Form = CheckOptions::Form;
  return {.form = o.format == "json"     ? Form::json
                  : o.format == "github" ? Form::github
                                         : Form::text,
          .list = o.list,
          .explain = o.explain,
          .fix = o.fix,
          .width = console.width,
          .color = console.color,
          .digits = o.digits == "round"      ? PrintedDigits::round
                    : o.digits == "truncate" ? PrintedDigits::truncate
                                             : PrintedDigits::either,
          .by_name = o.syntax == "auto",
          .syntax = syntax_named(o.syntax)};
}

Outcome run(const std::vector<std::string>& arguments, const Console& console) {
  CommandLine line("Options of check");
  Options options;
  declare(line, options);
  const Arguments given = line.parse(arguments);
  if (given.help) return {.code = 0, .out = help(manual())};
  if (given.operands.empty()) {
    throw Error("check needs notes: files or folders, or - for standard input");
  }
  return check(given.operands, check_options(options, console));
}

}  // namespace

Command check_command() {
  return {.kind = Command::Kind::notes,
          .name = "check",
          .summary = kSummary,
          .manual = manual,
          .run = run};
}

}  // namespace attn
