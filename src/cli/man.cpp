#include "cli/man.hpp"

#include <fmt/format.h>

#include <span>
#include <sstream>

#include "cli/arguments.hpp"
#include "cli/facts.hpp"
#include "cli/help.hpp"
#include "cli/page_options.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

// When this page was last arranged anew; its words are those of the help.
constexpr std::string_view kRevised = "2026-11-30";

// Bare, a backslash begins an escape, a double quote wraps the argument of a request, and hyphens,
// quotes, carets and tildes may be set as typographic ones, which no shell reads.
std::string_view roff_sign(char c) {
  switch (c) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";
    case '"':
      return "\\(dq";
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    default:
      return "";
  }
}

std::string roff(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '.' && result.empty()) result += "\\&";  // would make the line a request
    const std::string_view sign = roff_sign(c);
    result += sign.empty() ? std::string{c} : std::string{sign};
  }
  return result;
}

std::string tagged(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", term, roff(text));
}

std::string option_entry(const Declaration& option) {
  std::string term;
  if (!option.brief.empty()) term += fmt::format("\\fB{}\\fR, ", roff(option.brief));
  term += fmt::format("\\fB{}\\fR", roff(option.name));
  if (!option.meta.empty()) term += fmt::format(" \\fI{}\\fR", roff(option.meta));
  return tagged(term, meaning_of(option));
}

std::string option_entries(const std::vector<Declaration>& options) {
  std::string entries;
  for (const Declaration& option : options) entries += option_entry(option);
  return entries;
}

std::string passage_lines(const Passage& passage) {
  std::string lines;
  std::istringstream text(passage.text);
  for (std::string line; std::getline(text, line);) lines += roff(line) + "\n";
  return fmt::format(".PP\n.B {}\n.PP\n.nf\n{}.fi\n", roff(passage.title), lines);
}

std::string command_entry(const Manual& manual) {
  std::string text =
      fmt::format(".SS \"attn {}\"\n{}\n", roff(usage_of(manual)), roff(manual.summary));
  if (!manual.sections.empty()) text += option_entries(manual.sections.front().options);
  for (const Example& example : manual.examples) {
    text += fmt::format(".PP\n.RS 4\n.B {}\n.br\n{}\n.RE\n", roff(example.command),
                        roff(example.purpose));
  }
  for (const Passage& passage : manual.passages) text += passage_lines(passage);
  return text;
}

std::string command_entries(Command::Kind kind) {
  std::string text;
  for (const Command& command : catalogue()) {
    if (command.kind == kind) text += command_entry(command.manual());
  }
  return text;
}

std::string meanings(std::span<const Term> list) {
  std::string text;
  for (const Term& meaning : list) {
    text += tagged(fmt::format("\\fB{}\\fR", roff(meaning.term)), meaning.text);
  }
  return text;
}

std::string page() {
  return fmt::format(
      ".TH ATTN 1 {} \"attn {}\" \"User Commands\"\n"
      ".SH NAME\nattn \\- self\\-attention, computed step by step\n"
      ".SH SYNOPSIS\n.B attn\n.I LESSON\n.RI [ OPTION ]...\n.br\n.B attn help\n.I LESSON\n"
      ".SH DESCRIPTION\n{}\n.PP\n{}\n"
      ".SH LESSONS\n{}"
      ".SH \"ALL OF THEM\"\n{}"
      ".SH \"YOUR OWN NOTES\"\n{}"
      ".SH EXERCISES\n{}"
      ".SH \"OPTIONS OF EVERY PAGE\"\n{}"
      ".SH SETUP\n{}"
      ".SH \"EXIT STATUS\"\n{}"
      ".SH ENVIRONMENT\n{}",
      kRevised, ATTN_VERSION, roff(kPurpose), roff(kOptionRules),
      command_entries(Command::Kind::lesson), command_entries(Command::Kind::collection),
      command_entries(Command::Kind::notes), command_entries(Command::Kind::practice),
      option_entries(page_section().options), command_entries(Command::Kind::setup),
      meanings(kExitCodes), meanings(kEnvironment));
}

Manual manual() {
  return {.name = "man",
          .summary = "The manual page",
          .examples = {{"attn man > attn.1", "then read it with man ./attn.1"}}};
}

Outcome run(const std::vector<std::string>& arguments, const Console&) {
  const Arguments given = read_arguments({}, arguments);
  if (given.help) return {.code = 0, .out = help(manual())};
  if (!given.operands.empty()) {
    throw Error("unexpected argument {}; man takes none", in_quotes(given.operands.front()));
  }
  return {.code = 0, .out = page()};
}

}  // namespace

Command man_command() {
  return {.kind = Command::Kind::setup,
          .name = "man",
          .summary = "The manual page",
          .manual = manual,
          .run = run};
}

}  // namespace attn
