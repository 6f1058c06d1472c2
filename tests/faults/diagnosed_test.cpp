// Does attn diagnose know a mistake by the numbers that an attn with the mistake in it prints?
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "diagnose/faults.hpp"
#include "support/folder.hpp"

namespace {

using attn::test::Folder;

// One "diagnosed:" line.
struct Shown {
  std::string page, array, options;
};

struct Mistakes {
  std::set<std::string> names = {};
  std::map<std::string, Shown> shown = {};
};

Mistakes read_mistakes() {
  std::ifstream file(ATTN_TESTS "/faults/faults.txt");
  Mistakes mistakes;
  std::string name;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first, word;
    words >> first;
    if (first == "diagnosed:") {
      Shown& shown = mistakes.shown[name];
      while (words >> word && word != ":") shown.page += word + ' ';
      words >> shown.array;
      std::getline(words, shown.options);
    } else if (line.find(" | ") != std::string::npos && first != "#") {
      name = first;
      mistakes.names.insert(name);
    }
  }
  return mistakes;
}

nlohmann::json page_of(const std::string& command) {
  FILE* pipe = popen((command + " -f json 2>/dev/null </dev/null").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  char buffer[4096];
  for (std::size_t size; (size = fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    text.append(buffer, size);
  }
  pclose(pipe);
  return nlohmann::json::parse(text);
}

// The names in the table of what gives the numbers.
std::set<std::string> diagnosed(const nlohmann::json& page) {
  std::set<std::string> names;
  for (const auto& block : page.at("blocks")) {
    if (block.value("id", "") != "explanations") continue;
    for (const auto& row : block.at("rows")) names.insert(row.back().get<std::string>());
  }
  return names;
}

// What no page shows as an array.
const std::set<std::string> kUnseen{"repeated_heads_in_turn", "top_left_for_bottom_right"};

}  // namespace

TEST_SUITE_BEGIN("attn diagnose");

TEST_CASE("names the mistake that an attn has in it") {
  const Mistakes mistakes = read_mistakes();
  const Folder folder;
  const std::string enter = "cd '" + folder.path().string() + "' && ";
  folder.file("sink.json", "[0.5]");
  REQUIRE(mistakes.shown.size() >= 8);
  for (const auto& [name, shown] : mistakes.shown) {
    CAPTURE(name);
    const auto page = page_of(enter + ATTN_FAULTS "/fault_" + name + ' ' + shown.page);
    std::string command = enter + ATTN_BINARY " diagnose" + shown.options;
    const auto file = [&](const std::string& option, const std::string& array) {
      folder.file(array + ".json", page.at("arrays").at(array).at("values").dump());
      command += " --" + option + ' ' + array + ".json";
    };
    if (!shown.page.starts_with("attend")) {  // whose own example it is
      for (const char* given : {"q", "k", "v"}) file(given, given);
    }
    file(shown.array == "weights" ? "weights" : "expect", shown.array);
    CAPTURE(command);
    CHECK(diagnosed(page_of(command)).contains(name));
  }
}

TEST_CASE("has a row for each of its names among the mistakes in the arithmetic") {
  const Mistakes mistakes = read_mistakes();
  for (const attn::Fault& fault : attn::faults()) {
    const std::string name(fault.id);
    if (!mistakes.names.contains(name)) continue;
    CAPTURE(name);
    CHECK(mistakes.shown.contains(name) != kUnseen.contains(name));
  }
  for (const auto& [name, shown] : mistakes.shown) {
    CAPTURE(name);
    CHECK_NOTHROW(attn::fault_named(name));
  }
}

TEST_SUITE_END();
