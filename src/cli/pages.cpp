#include "cli/pages.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cli/help.hpp"
#include "cli/page_options.hpp"
#include "cli/page_output.hpp"
#include "document/book.hpp"
#include "document/page.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

constexpr int kClaimFails = 1;
constexpr std::string_view kBookTitle = "Self-attention, computed step by step";

Document list_page() {
  Table lessons{.id = "lessons",
                .caption = "In teaching order",
                .columns = {{.id = "lesson", .title = "lesson", .unit = ""},
                            {.id = "summary", .title = "what it shows", .unit = ""}},
                .rows = {}};
  for (const Lesson& lesson : contents()) {
    lessons.rows.push_back({std::string(lesson.name), std::string(lesson.summary)});
  }
  Document page{
      .lesson = "list", .title = "The lessons", .settings = {}, .blocks = {}, .arrays = {}};
  page.blocks.emplace_back(std::move(lessons));
  return page;
}

Document book_page() {
  std::vector<Document> chapters;
  for (const Lesson& lesson : contents()) {
    CommandLine defaults("");
    chapters.push_back(computed(lesson.open(defaults)()));
  }
  return bind_book("book", std::string(kBookTitle), std::move(chapters));
}

Writer open_list(Knobs& knobs) {
  knobs.example("attn list", "every lesson, with what it shows");
  return list_page;
}

Writer open_book(Knobs& knobs) {
  knobs.example("attn book -o book.md", "all lessons, ready to print or to publish");
  return book_page;
}

Manual manual_of(const Lesson& lesson) {
  const OpenPage page(lesson);
  return {.name = std::string(lesson.name),
          .summary = std::string(lesson.summary),
          .examples = page.line.examples(),
          .sections = page.line.sections()};
}

Outcome run(const Lesson& lesson, const std::vector<std::string>& arguments,
            const Console& console) {
  OpenPage page(lesson);
  const Arguments parsed = page.line.parse(arguments);
  if (parsed.help) return {.code = 0, .out = help(manual_of(lesson))};
  refuse_operands(parsed.operands, page.line, lesson.name);
  const std::vector<Target> targets = targets_of(page.options, console);
  refuse_overwriting(targets, page.line.settings());
  Written written = page.write();
  if (const auto* job = std::get_if<PageJob>(&written)) {
    // What cannot be had is refused before the work; an array by itself does not need the page.
    refuse_absent(job->announced, page.options, targets);
    if (needs_no_page(job->announced, page.options, targets)) {
      return rendered(job->announced, page.options, targets);
    }
  }
  Document document = computed(std::move(written));
  document.settings = page.line.settings();
  const std::vector<std::string> failing = failing_claims(document);
  Outcome outcome = rendered(std::move(document), page.options, targets);
  if (!failing.empty()) {
    outcome.code = kClaimFails;
    outcome.err = fmt::format("attn: these claims do not hold: {}\n", fmt::join(failing, ", "));
  }
  return outcome;
}

}  // namespace

std::span<const Lesson> collections() {
  static constexpr std::array kCollections{
      Lesson{"list", "The lessons, with what each shows", open_list},
      Lesson{"book", "All lessons as one document", open_book},
  };
  return kCollections;
}

OpenPage::OpenPage(const Lesson& page)
    : line(fmt::format("Options of {}", page.name)), write(page.open(line)) {
  declare_page_options(line, options);
}

void refuse_operands(const std::vector<std::string>& operands, const CommandLine& line,
                     std::string_view page) {
  if (operands.empty()) return;
  const std::string& first = operands.front();
  const std::string guess =
      first.starts_with('-') ? "" : option_like(line.sections(), "--" + first);
  throw Error("unexpected argument {}{}", in_quotes(first),
              guess.empty() ? fmt::format("; attn help {} shows what it takes", page) : guess);
}

std::vector<std::string> failing_claims(const Document& page) {
  std::vector<std::string> ids;
  for (const Block& block : page.blocks) {
    const auto* claim = std::get_if<Claim>(&block);
    if (claim != nullptr && !claim->holds) ids.push_back(claim->id);
  }
  return ids;
}

Command page_command(Command::Kind kind, const Lesson& page) {
  return {.kind = kind,
          .name = page.name,
          .summary = page.summary,
          .manual = [page] { return manual_of(page); },
          .run = [page](const std::vector<std::string>& arguments,
                        const Console& console) { return run(page, arguments, console); }};
}

}  // namespace attn
