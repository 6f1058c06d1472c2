// What does a live page start from?
#pragma once

#include <string>
#include <vector>

#include "cli/knobs.hpp"
#include "web/live_page.hpp"

namespace attn {

// A lesson's page under options of its own, as HTML that needs nothing else.
struct StaticPage {
  std::string html, title;
  LiveStart start;
  std::vector<std::string> failing;  // claims
};

// `given` of the line's own options are those that the page starts with. Throws Error for one that
// a page cannot have: it reads no files, and measures nothing.
StaticPage static_page(const Lesson& lesson, const CommandLine& line, const Arguments& given,
                       const Writer& write);

}  // namespace attn
