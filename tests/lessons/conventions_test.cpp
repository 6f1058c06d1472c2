// Do the switches that the lesson prints give what it says of each implementation?
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "document/find.hpp"
#include "lessons/run_lesson.hpp"
#include "support/folder.hpp"

using namespace attn;
using test::Folder;

namespace {

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// "--scale none --align top-left", as options. A causal mask has a diagonal, and a mask a meaning.
Given given_by(const std::string& switches, const std::string& mask) {
  Given given{{"--causal", ""}};
  const std::vector<std::string> words = words_in(switches);
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    given.emplace_back(words[i], words[i + 1]);
    if (words[i] == "--mask-means") given.emplace_back("--mask", mask);
  }
  return given;
}

// The cell of a table in the row of that name.
std::string cell(const Table& table, const std::string& row, std::size_t column) {
  for (const auto& cells : table.rows) {
    if (std::get<std::string>(cells[0]) == row) return std::get<std::string>(cells[column]);
  }
  return "no such row";
}

// What attend's page calls what the lesson says in its own words; empty where it says nothing that
// a switch could give.
std::string in_attend(const std::string& words) {
  if (words == "hidden") return "1 = hidden";
  if (words == "takes part") return "1 = takes part";
  if (words == "added") return "added to scaled scores";
  if (words.starts_with("first query at first")) return "first query at first new key";
  if (words == "last query at last key") return words;
  if (words.starts_with("0")) return "0";
  if (words.starts_with("NaN")) return "NaN";
  return words == "equal weights" ? "1/S for each key" : "";
}

}  // namespace

TEST_SUITE("conventions") {
  TEST_CASE("name a source for every implementation") {
    const Document page = run_lesson("conventions");
    for (const auto& row : find_table(page, "switches").rows) {
      const auto& source = std::get<std::string>(row.back());
      CAPTURE(source);
      CHECK(source.size() >= 5);
    }
  }

  TEST_CASE("print switches that make attend do what is said of each implementation") {
    const Folder folder;
    const std::string mask = folder.file("m.json", "[[0, 1, 1], [1, 0, 1]]");
    const Document page = run_lesson("conventions");
    const Table& said = find_table(page, "conventions");
    int compared = 0;
    for (const auto& row : find_table(page, "switches").rows) {
      const auto& name = std::get<std::string>(row[0]);
      const auto& switches = std::get<std::string>(row[1]);
      CAPTURE(name);
      const Document attended =
          run_lesson("attend", given_by(switches == "the defaults" ? "" : switches, mask));
      const Table& done = find_table(attended, "conventions");
      for (const auto& [column, convention] :
           {std::pair{1, "mask"}, {2, "causal"}, {3, "a row without a key"}}) {
        const std::string expected = in_attend(cell(said, name, static_cast<std::size_t>(column)));
        if (expected.empty()) continue;
        CHECK(cell(done, convention, 1) == expected);
        ++compared;
      }
    }
    CHECK(compared > 20);
    const Given keras = given_by(cell(find_table(page, "switches"), "Keras Attention", 1), mask);
    CHECK(cell(find_table(run_lesson("attend", keras), "conventions"), "scores times", 1) == "1");
  }

  TEST_CASE("speak of no option that attend does not have") {
    CommandLine line("Options");
    std::ranges::find(contents(), "attend", &Lesson::name)->open(line);
    const Document page = run_lesson("conventions");
    for (const auto& row : find_table(page, "details").rows) {
      const std::string option = words_in(std::get<std::string>(row.back())).front();
      const std::string name = option.substr(0, option.find(','));
      CAPTURE(name);
      CHECK(std::ranges::find(line.sections().front().options, name, &Declaration::name) !=
            line.sections().front().options.end());
    }
    for (const char* layout : {"neighbours turn together", "halves turn together"}) {
      const auto words = words_in(cell(find_table(page, "details"), layout, 2));
      const Document turned = run_lesson("attend", {{words.at(0), words.at(1)}});
      const std::string done = cell(find_table(turned, "conventions"), "rotary positions", 1);
      CHECK(done.starts_with(words_in(layout).front()));
    }
  }
}
