#include "cli/overview.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/help.hpp"
#include "cli/page_options.hpp"
#include "cli/pages.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

std::string page_lines(std::span<const Lesson> pages) {
  int column = 0;
  for (const Lesson& page : contents()) column = std::max(column, display_width(page.name));
  std::string lines;
  for (const Lesson& page : pages) {
    lines += term_lines(std::string(page.name), std::string(page.summary), column);
  }
  return lines;
}

std::string introduction() {
  return fmt::format(
      "attn computes self-attention step by step, on numbers that you can check by\n"
      "hand, for a terminal or for course notes.\n"
      "\n"
      "Try\n"
      "  attn {0}\n"
      "      the first lesson\n"
      "  attn {0} -o {0}.md\n"
      "      the same page for your notes\n"
      "  attn help {0}\n"
      "      what you can change in it\n",
      contents().front().name);
}

std::string pages() {
  return fmt::format("\nLessons\n{}\nAll of them\n{}", page_lines(contents()),
                     page_lines(collections()));
}

constexpr std::string_view kRules =
    "\n"
    "An option's value follows it: --seed 3, --seed=3, -f json or -fjson. Whatever stands\n"
    "after an option that takes a value is that value. Names are not abbreviated, and\n"
    "an option that may not be repeated is an error the second time.\n"
    "\n"
    "Exit codes\n"
    "  0  done; also for attn alone, which says what there is\n"
    "  1  a claim of the page does not hold; the page is printed all the same\n"
    "  2  wrong usage or input; nothing is printed\n"
    "  3  the output could not be written\n"
    "\n"
    "Environment\n"
    "  NO_COLOR  when it is not empty, text has no colour; --color beats it\n";

}  // namespace

std::string overview() {
  return fmt::format("{}{}\nattn --help says what all pages have in common.\n", introduction(),
                     pages());
}

std::string full_overview() {
  CommandLine line("");
  PageOptions options;
  declare_page_options(line, options);
  return introduction() + pages() + section_lines(line.sections().back()) + std::string(kRules);
}

std::string version() { return fmt::format("attn {}\n", ATTN_VERSION); }

}  // namespace attn
