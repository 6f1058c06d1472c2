#include "cli/answers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>

#include "cli/page_output.hpp"
#include "cli/pages.hpp"
#include "document/page.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn {

namespace {

using Words = std::vector<std::string>;

// A page by what makes it: its name, and the options of its own that are given.
using Key = std::pair<std::string, std::map<std::string, Words, std::less<>>>;
using Pages = std::map<Key, Document>;

const Lesson& page_named(const std::string& name) {
  for (const std::span<const Lesson> pages : {contents(), collections()}) {
    const auto found = std::ranges::find(pages, name, &Lesson::name);
    if (found != pages.end()) return *found;
  }
  const Command other = command_named(name);  // throws for a name that is none
  throw Error("attn {} makes no page for notes; attn list names those that do", other.name);
}

void refuse_in_notes(const Declaration& option, bool files_allowed) {
  if (option.measures) {
    throw Error(
        "{} measures anew in every run, and notes would never be fresh; run it once, and paste "
        "what you want to keep",
        option.name);
  }
  switch (option.touches) {
    case Touches::nothing:
      return;
    case Touches::writes_file:
      throw Error("{} has no use in notes: the page goes where the marker stands", option.name);
    case Touches::writes_folder:
      throw Error("{} writes files, which notes may not; drop it", option.name);
    case Touches::reads_file:
      if (files_allowed) return;
      throw Error(
          "{} reads a file, which notes may not; if you trust them, add --allow-files "
          "to attn embed",
          option.name);
  }
}

Key key_of(const Lesson& lesson, const OpenPage& page, const Arguments& given) {
  Key key{std::string(lesson.name), {}};
  for (const Declaration& option : page.line.sections().front().options) {
    const auto found = given.values.find(option.name);
    if (found != given.values.end()) key.second.insert(*found);
  }
  return key;
}

// Which number, or which format, is said by the words or else by the request.
void complete(PageOptions& options, const Request& request, const Arguments& given,
              const CommandLine& line) {
  const std::string& name = request.words.front();
  if (!request.value) {
    refuse_operands(given.operands, line, name);
    if (options.value) throw Error("--value stands within a sentence; write attn= for attn:");
    if (options.format.empty()) options.format = request.format;
    if (!options.level && !options.standalone) options.level = request.level;
    return;
  }
  if (options.value) return refuse_operands(given.operands, line, name);
  if (given.operands.size() != 1) {
    throw Error("a value is one number of {}, and {} are named; write, say, {} weights[0][0]", name,
                given.operands.size(), name);
  }
  options.value = given.operands.front();
}

const Document& document_of(Pages& pages, const Key& key, const OpenPage& page) {
  const auto found = pages.find(key);
  if (found != pages.end()) return found->second;
  Document document = computed(page.write());
  document.settings = page.line.settings();
  return pages.emplace(key, std::move(document)).first->second;
}

Answer answer(const Request& request, bool files_allowed, Pages& pages) {
  if (request.words.empty()) throw Error("the marker names no lesson");
  const Lesson& lesson = page_named(request.words.front());
  OpenPage page(lesson);
  const Arguments given = page.line.parse({request.words.begin() + 1, request.words.end()});
  if (given.help) throw Error("--help has no use in notes; run attn help {}", lesson.name);
  refuse_in_notes(page.line, given, files_allowed);
  complete(page.options, request, given, page.line);
  const Target target = targets_of(page.options, Console{}).front();
  const Key key = key_of(lesson, page, given);  // named: g++ 13 fears for the reference below
  const Document& document = document_of(pages, key, page);
  if (const Words failing = failing_claims(document); !failing.empty()) {
    throw Error("these claims do not hold: {}", fmt::join(failing, ", "));
  }
  return {bytes_for(target, document, page.options), target.format->name};
}

}  // namespace

void refuse_in_notes(const CommandLine& line, const Arguments& given, bool files_allowed) {
  for (const Section& section : line.sections()) {
    for (const Declaration& option : section.options) {
      if (given.values.contains(option.name)) refuse_in_notes(option, files_allowed);
    }
  }
}

Compute page_answers(bool files_allowed) {
  return [files_allowed, pages = std::make_shared<Pages>()](const Request& request) {
    return answer(request, files_allowed, *pages);
  };
}

}  // namespace attn
