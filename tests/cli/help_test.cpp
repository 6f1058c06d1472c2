// Is help worth reading, and made of what is declared?
#include "cli/help.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "support/text.hpp"

namespace {

attn::Manual manual() {
  attn::Manual m{.name = "walk", .summary = "One step after the other"};
  m.examples = {{"attn walk --n 3", "three steps"}};
  m.sections = {
      {"Options of walk",
       {{.name = "--n", .meta = "N", .help = "Steps", .default_text = "2", .range = "1 to 9"},
        {.name = "--dtype", .meta = "NAME", .help = "Type", .choices = {"fp16", "fp32"}},
        {.name = "--backwards", .help = "The other way round"}}},
      {"Options of every page",
       {{.name = "--output",
         .brief = "-o",
         .meta = "FILE",
         .help = "Write there",
         .repeatable = true},
        {.name = "--a-very-long-name-that-leaves-no-room", .meta = "X", .help = "Anything"}}}};
  return m;
}

}  // namespace

TEST_SUITE("help") {
  TEST_CASE("gives examples first, then a command's own options, then those of every page") {
    CHECK(attn::help(manual()) == R"(attn walk: One step after the other

Examples
  attn walk --n 3
      three steps

Usage
  attn walk [options]

Options of walk
  --n N         Steps [1 to 9; default 2]
  --dtype NAME  Type [one of fp16, fp32]
  --backwards   The other way round

Options of every page
  -o, --output FILE  Write there [may be repeated]
      --a-very-long-name-that-leaves-no-room X
                     Anything
)");
  }

  TEST_CASE("is wrapped at 80 columns") {
    attn::Manual m = manual();
    for (int i = 0; i < 40; ++i) m.sections[0].options[0].help += " über";
    m.summary = m.sections[0].options[0].help;
    m.examples[0].purpose = m.summary;
    std::istringstream lines(attn::help(m));
    for (std::string line; std::getline(lines, line);) CHECK(attn::display_width(line) <= 80);
  }

  TEST_CASE("names operands where there are any") {
    attn::Manual m = manual();
    m.operands = "NOTES…";
    CHECK(attn::help(m).find("  attn walk [options] NOTES…\n") != std::string::npos);
  }
}
