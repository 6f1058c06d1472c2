#include "cli/live/start.hpp"

#include "cli/pages.hpp"
#include "document/page.hpp"
#include "render/format.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

void refuse_in_page(const Declaration& option) {
  if (option.touches != Touches::nothing) {
    throw Error("{} needs files, which a live page has not; write it with attn LESSON -o page.html",
                option.name);
  }
  if (option.measures) {
    throw Error("{} measures this machine, which a live page does not; drop it", option.name);
  }
}

}  // namespace

StaticPage static_page(const Lesson& lesson, const CommandLine& line, const Arguments& given,
                       const Writer& write) {
  LiveStart start{.lesson = std::string(lesson.name), .words = {}};
  for (const Declaration& option : line.sections().front().options) {
    const auto found = given.values.find(option.name);
    if (found == given.values.end()) continue;
    refuse_in_page(option);
    if (found->second.empty()) start.words.push_back(option.name);
    for (const std::string& value : found->second) {
      start.words.insert(start.words.end(), {option.name, value});
    }
  }
  Document page = computed(write());
  page.settings = line.settings();
  return {.html = render_html(page, {.standalone = true}),
          .title = page.title,
          .start = std::move(start),
          .failing = failing_claims(page)};
}

}  // namespace attn
