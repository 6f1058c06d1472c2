#include "cli/help.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "support/text.hpp"

namespace attn {

namespace {

constexpr int kWidth = 80;
constexpr int kIndent = 2;
constexpr int kWidestTerm = 26;  // a longer one stands on a line of its own

bool has_brief(const Declaration& option) { return !option.brief.empty(); }

// "-f, --format NAME"; where any option of a section has a short name, the others leave room for
// it.
std::string term_of(const Declaration& option, bool room) {
  const std::string brief = has_brief(option) ? option.brief + ", " : room ? "    " : "";
  return brief + option.name + (option.meta.empty() ? "" : " " + option.meta);
}

std::string example_lines(const Example& example) {
  std::string lines = fmt::format("  {}\n", example.command);
  for (const std::string& line : wrapped(example.purpose, kWidth - 6)) {
    lines += fmt::format("      {}\n", line);
  }
  return lines;
}

}  // namespace

std::string meaning_of(const Declaration& option) {
  std::vector<std::string> facts;
  if (!option.choices.empty()) {
    facts.push_back(fmt::format("one of {}", fmt::join(option.choices, ", ")));
  }
  if (!option.range.empty()) facts.push_back(option.range);
  if (!option.default_text.empty()) facts.push_back("default " + printable(option.default_text));
  if (option.repeatable) facts.push_back("may be repeated");
  if (facts.empty()) return option.help;
  return fmt::format("{} [{}]", option.help, fmt::join(facts, "; "));
}

std::string section_lines(const Section& section) {
  const bool room = std::ranges::any_of(section.options, has_brief);
  int column = 0;
  for (const Declaration& option : section.options) {
    const int width = display_width(term_of(option, room));
    if (width <= kWidestTerm) column = std::max(column, width);
  }
  std::string lines = fmt::format("\n{}\n", section.title);
  for (const Declaration& option : section.options) {
    lines += term_lines(term_of(option, room), meaning_of(option), column);
  }
  return lines;
}

std::string term_lines(std::string_view term, std::string_view meaning, int column) {
  const int start = kIndent + column + 2;
  const std::string margin(static_cast<std::size_t>(start), ' ');
  std::string lines = std::string(kIndent, ' ') + pad_right(term, column);
  bool fresh = display_width(term) > column;
  if (fresh) lines += '\n';
  const auto gap = [&] { return fresh ? margin : std::string(2, ' '); };
  for (const std::string& line : wrapped(meaning, kWidth - start)) {
    lines += gap() + line + '\n';
    fresh = true;
  }
  return lines;
}

std::string usage_of(const Manual& manual) {
  std::string usage = manual.name;
  if (!manual.sections.empty()) usage += " [options]";
  if (!manual.operands.empty()) usage += " " + manual.operands;
  return usage;
}

std::string help_paragraph(std::string_view text) {
  return fmt::format("{}\n", fmt::join(wrapped(text, kWidth), "\n"));
}

std::string help(const Manual& manual) {
  std::string text = help_paragraph(fmt::format("attn {}: {}", manual.name, manual.summary));
  if (!manual.examples.empty()) text += "\nExamples\n";
  for (const Example& example : manual.examples) text += example_lines(example);
  text += fmt::format("\nUsage\n  attn {}\n", usage_of(manual));
  for (const Section& section : manual.sections) {
    if (!section.options.empty()) text += section_lines(section);
  }
  for (const Passage& passage : manual.passages) {
    text += fmt::format("\n{}\n{}", passage.title, passage.text);
  }
  return text;
}

}  // namespace attn
