// A lesson's document, from its name and the options given as text: {{"--seed", "1"}}.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/knobs.hpp"
#include "document/page.hpp"
#include "lessons/lesson.hpp"

namespace attn {

// The value of a switch is left out.
using Given = std::vector<std::pair<std::string, std::string>>;

// What the lesson comes to before the work, if that takes long.
inline Written open_with(std::string_view name, const Given& given) {
  const auto lessons = contents();
  const auto lesson = std::ranges::find(lessons, name, &Lesson::name);
  if (lesson == lessons.end()) throw std::logic_error("no such lesson");
  CommandLine line("Options");
  const Writer write = lesson->open(line);
  const std::vector<Declaration>& declared = line.sections().front().options;
  std::vector<std::string> words;
  for (const auto& [option, value] : given) {
    const auto found = std::ranges::find(declared, option, &Declaration::name);
    words.push_back(option);
    if (found == declared.end() || !found->meta.empty()) words.push_back(value);
  }
  line.parse(words);
  return write();
}

inline Document run_lesson(std::string_view name, const Given& given = {}) {
  return computed(open_with(name, given));
}

}  // namespace attn
