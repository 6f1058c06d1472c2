// A lesson's document, from its name and the options given as text: {{"--seed", "1"}}.
#pragma once

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "document/page.hpp"
#include "lessons/lesson.hpp"
#include "support/integer.hpp"

namespace attn {

using Given = std::vector<std::pair<std::string, std::string>>;

// Sets what is given and leaves the rest at its default; an option nobody declared is a mistake.
class GivenKnobs : public Knobs {
 public:
  explicit GivenKnobs(Given given) : given_(std::move(given)) {}

  void example(std::string, std::string) override {}
  void flag(std::string name, bool& value, std::string) override {
    for ([[maybe_unused]] const auto& text : take(name)) value = true;
  }
  void count(std::string name, Integer& value, Integer low, Integer high, std::string) override {
    for (const auto& text : take(name)) value = parse_integer(text, low, high, name);
  }
  void count(std::string name, std::optional<Integer>& value, Integer low, Integer high,
             std::string) override {
    for (const auto& text : take(name)) value = parse_integer(text, low, high, name);
  }
  void real(std::string name, double& value, double low, double high, std::string) override {
    for (const auto& text : take(name)) value = parse_real(text, low, high, name);
  }
  void real(std::string name, std::optional<double>& value, double low, double high,
            std::string) override {
    for (const auto& text : take(name)) value = parse_real(text, low, high, name);
  }
  void choice(std::string name, std::string& value, std::vector<std::string> choices,
              std::string) override {
    for (const auto& text : take(name)) {
      if (std::ranges::find(choices, text) == choices.end()) throw std::logic_error(text);
      value = text;
    }
  }
  void text(std::string name, std::string& value, std::string, std::string) override {
    for (const auto& text : take(name)) value = text;
  }
  void text(std::string name, std::optional<std::string>& value, std::string,
            std::string) override {
    for (const auto& text : take(name)) value = text;
  }
  void reads_file(std::string name, std::optional<std::string>& value, std::string,
                  std::string) override {
    for (const auto& text : take(name)) value = text;
  }
  void writes_folder(std::string name, std::optional<std::string>& value, std::string,
                     std::string) override {
    for (const auto& text : take(name)) value = text;
  }
  void counts(std::string name, std::vector<Integer>& values, Integer low, Integer high,
              std::string) override {
    list(name, values, [&](const auto& text) { return parse_integer(text, low, high, name); });
  }
  void reals(std::string name, std::vector<double>& values, double low, double high,
             std::string) override {
    list(name, values, [&](const auto& text) { return parse_real(text, low, high, name); });
  }
  void texts(std::string name, std::vector<std::string>& values, std::string,
             std::string) override {
    const auto given = take(name);
    if (!given.empty()) values = given;
  }

  void check_all_taken() const {
    if (!given_.empty()) throw std::logic_error("nobody declares " + given_.front().first);
  }

 private:
  std::vector<std::string> take(const std::string& name) {
    std::vector<std::string> taken;
    std::erase_if(given_, [&](const auto& pair) {
      if (pair.first == name) taken.push_back(pair.second);
      return pair.first == name;
    });
    return taken;
  }

  template <typename Value, typename Parse>
  void list(const std::string& name, std::vector<Value>& values, Parse parse) {
    const auto given = take(name);
    if (given.empty()) return;
    values.clear();
    for (const std::string& text : given) {
      std::istringstream parts(text);
      for (std::string part; std::getline(parts, part, ',');) values.push_back(parse(part));
    }
  }

  Given given_;
};

inline Document run_lesson(std::string_view name, Given given = {}) {
  const auto lessons = contents();
  const auto lesson = std::ranges::find(lessons, name, &Lesson::name);
  if (lesson == lessons.end()) throw std::logic_error("no such lesson");
  GivenKnobs knobs(std::move(given));
  const auto write = lesson->open(knobs);
  knobs.check_all_taken();
  return whole(write());
}

}  // namespace attn
