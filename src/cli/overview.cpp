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
    lines += option_lines(std::string(page.name), std::string(page.summary), column);
  }
  return lines;
}

}  // namespace

std::string overview() {
  const std::string_view first = contents().front().name;
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
      "      what you can change in it\n"
      "\n"
      "Lessons\n{1}"
      "\n"
      "All of them\n{2}"
      "\n"
      "attn --help tells what all lessons have in common.\n",
      first, page_lines(contents()), page_lines(collections()));
}

std::string manual_overview() {
  CommandLine line("");
  PageOptions options;
  declare_page_options(line, options);
  return overview();
}

std::string version() { return fmt::format("attn {}\n", ATTN_VERSION); }

}  // namespace attn
