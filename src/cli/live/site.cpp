#include <fmt/format.h>

#include <algorithm>

#include "cli/help.hpp"
#include "cli/live/page.hpp"
#include "cli/live/start.hpp"
#include "cli/pages.hpp"
#include "document/page.hpp"
#include "render/format.hpp"
#include "render/xml.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr std::string_view kSummary = "Write all lessons as a site that computes in a browser";
constexpr std::string_view kModuleFile = "attn-module.js";

struct Options {
  std::optional<std::string> folder;
};

void declare(CommandLine& line, Options& o) {
  line.example("attn site -o public", "an index, a page for each lesson, and the book");
  line.writes_folder("-o,--output", o.folder, "DIR", "The folder that the site goes to");
}

Manual manual() {
  CommandLine line("Options of site");
  Options options;
  declare(line, options);
  return {.name = "site",
          .summary = std::string(kSummary),
          .examples = line.examples(),
          .sections = line.sections()};
}

std::string index_entry(const Lesson& lesson, std::string_view title) {
  return fmt::format("<dt><a href=\"{0}.html\">{1}</a></dt>\n<dd>{2}</dd>\n", lesson.name,
                     xml::escape(title), xml::escape(lesson.summary));
}

std::string index_page(const std::string& entries) {
  const Document document{.lesson = "index",
                          .title = "Self-attention, computed step by step",
                          .settings = {},
                          .blocks = {},
                          .arrays = {}};
  std::string page = render_html(document, {.standalone = true});
  const std::string list =
      "<dl>\n" + entries +
      "</dl>\n<p><a href=\"book.html\">All of them as one document</a>, to read or to print</p>\n";
  return page.insert(page.rfind("</main>"), list);
}

std::string book_page() {
  const auto book = std::ranges::find(collections(), "book", &Lesson::name);
  CommandLine line("");
  return render_html(computed(book->open(line)()), {.standalone = true});
}

Outcome run(const std::vector<std::string>& arguments, const Console&) {
  CommandLine line("Options of site");
  Options options;
  declare(line, options);
  const Arguments given = line.parse(arguments);
  if (given.help) return {.code = 0, .out = help(manual())};
  refuse_operands(given.operands, line, "site");
  if (!options.folder || options.folder->empty()) {
    throw Error("site needs a folder to write to, as in attn site -o public");
  }
  const std::string module = live_module();
  Outcome outcome;
  const auto add = [&](std::string_view name, std::string bytes) {
    outcome.files.push_back({.path = fmt::format("{}/{}", *options.folder, name),
                             .bytes = std::move(bytes),
                             .makes_folder = true});
  };
  std::string entries;
  for (const Lesson& lesson : contents()) {
    CommandLine defaults("");
    const Writer write = lesson.open(defaults);
    const StaticPage page = static_page(lesson, defaults, {}, write);
    entries += index_entry(lesson, page.title);
    add(fmt::format("{}.html", lesson.name), live_page_beside(page.html, page.start, kModuleFile));
  }
  add("index.html", index_page(entries));
  add("book.html", book_page());
  add(kModuleFile, shared_module(module));
  return outcome;
}

}  // namespace

Command site_command() {
  return {.kind = Command::Kind::notes,
          .name = "site",
          .summary = kSummary,
          .manual = manual,
          .run = run};
}

}  // namespace attn
