#include "module/answers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/knobs.hpp"
#include "document/find.hpp"
#include "document/page.hpp"
#include "lessons/lesson.hpp"
#include "module/shown_cells.hpp"
#include "render/format.hpp"
#include "render/number.hpp"
#include "support/error.hpp"
#include "support/unknown.hpp"
#include "trace/parts.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

std::string written(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

const Lesson& lesson_named(const std::string& name) {
  const auto found = std::ranges::find(contents(), name, &Lesson::name);
  if (found != contents().end()) return *found;
  std::vector<std::string_view> names;
  for (const Lesson& lesson : contents()) names.push_back(lesson.name);
  throw unknown_name("lesson", name, names);
}

std::string_view kind_of(const Declaration& option) {
  constexpr std::string_view kKinds[] = {"flag", "count", "real", "choice", "text"};
  return kKinds[static_cast<std::size_t>(option.kind)];
}

// What a page cannot have: it has no files, and no time of its own to measure.
bool is_barred(const Declaration& option) {
  return option.touches != Touches::nothing || option.measures;
}

// What a page can turn. An option whose help speaks of one that is barred goes with that one.
bool is_knob(const Declaration& option, const std::vector<Declaration>& all) {
  return !is_barred(option) && std::ranges::none_of(all, [&option](const Declaration& other) {
    return is_barred(other) && option.help.find(other.name) != std::string::npos;
  });
}

Json json_of(const Declaration& option) {
  return {{"name", option.name},
          {"kind", kind_of(option)},
          {"help", option.help},
          {"default", option.default_text},
          {"low", option.low},
          {"high", option.high},
          {"range", option.range},
          {"choices", option.choices},
          {"repeatable", option.repeatable}};
}

std::string knobs_of(const Lesson& lesson) {
  CommandLine line("");
  lesson.open(line);
  Json options = Json::array();
  const std::vector<Declaration>& all = line.sections().front().options;
  for (const Declaration& option : all) {
    if (is_knob(option, all)) options.push_back(json_of(option));
  }
  return written({{"lesson", lesson.name}, {"summary", lesson.summary}, {"options", options}});
}

Json json_of(const TraceStep& step) {
  return {{"cell", step.cell}, {"sides", step.sides}, {"remark", step.remark}};
}

Json json_of(const TracePart& part) {
  return {{"cell", part.cell},
          {"array", part.array},
          {"shown", shown(part.value, 4)},
          {"right", part.right}};
}

Json lit_by(const Document& page, const std::string& cell) {
  Json parts = Json::array();
  for (const TracePart& part : parts_of(page, cell)) parts.push_back(json_of(part));
  return parts;
}

// One step, where one is known.
std::string cell_of(const Document& page, const std::string& cell) {
  const Json parts = lit_by(page, cell);
  Json json{{"cell", cell}, {"parts", parts}, {"steps", Json::array()}};
  if (parts.empty()) return written(json);
  for (const TraceStep& step : trace(page, cell, {.depth = 1}).steps) {
    json["steps"].push_back(json_of(step));
  }
  return written(json);
}

// What a step is made of comes before it.
std::string steps_of(const Document& page, const std::string& cell) {
  Json steps = Json::array();
  std::vector<TraceStep> open = trace(page, cell, {}).steps;
  std::vector<TraceStep> waiting;
  const auto finish = [&](std::size_t depth) {
    for (; !waiting.empty() && waiting.back().depth >= depth; waiting.pop_back()) {
      Json step = json_of(waiting.back());
      step["parts"] = lit_by(page, waiting.back().cell);
      steps.push_back(std::move(step));
    }
  };
  for (TraceStep& step : open) {
    finish(step.depth);
    waiting.push_back(std::move(step));
  }
  finish(0);
  return written({{"cell", cell}, {"steps", steps}});
}

std::string page_of(const Document& page) {
  return written({{"title", page.title},
                  {"html", render_html(page, {})},
                  {"holds", all_claims_hold(page)},
                  {"cells", shown_cells(page)}});
}

}  // namespace

const Document& PageAnswers::page_of(const Words& asked) {
  if (kept_ && kept_for_ == asked) return *kept_;
  if (asked.empty()) throw Error("no lesson is named");
  const Lesson& lesson = lesson_named(asked.front());
  CommandLine line("");
  const Writer write = lesson.open(line);
  const Arguments given = line.parse({asked.begin() + 1, asked.end()});
  for (const Declaration& option : line.sections().front().options) {
    if (is_barred(option) && given.values.contains(option.name)) {
      throw Error("{} is for the program: a page has no files, and measures nothing", option.name);
    }
  }
  Document page = computed(write());
  page.settings = line.settings();
  kept_ = std::make_unique<const Document>(std::move(page));
  kept_for_ = asked;
  return *kept_;
}

std::string PageAnswers::answer(const Words& question) {
  const std::string verb = question.empty() ? "" : question.front();
  const bool of_cell = verb == "cell" || verb == "steps";
  const std::size_t first = of_cell ? 2 : 1;
  if (question.size() <= first) throw Error("a question is a verb and a lesson");
  const Words asked(question.begin() + static_cast<std::ptrdiff_t>(first), question.end());
  if (verb == "knobs") return knobs_of(lesson_named(asked.front()));
  if (verb == "page") return attn::page_of(page_of(asked));
  if (verb == "data") return render_json(page_of(asked), {});
  if (verb == "cell") return attn::cell_of(page_of(asked), question[1]);
  if (verb == "steps") return steps_of(page_of(asked), question[1]);
  throw Error("there is no question \"{}\"", verb);
}

}  // namespace attn
