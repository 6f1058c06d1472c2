// The floor plan cannot become untrue: who includes whom is read from the source.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Names = std::set<std::string>;

// Each room, and the rooms that it may see beside itself.
const std::map<std::string, Names>& plan() {
  static const std::map<std::string, Names> kPlan{
      {"support", {}},
      {"core", {"support"}},
      {"document", {"support"}},
      {"diagnose", {"support", "core"}},
      {"ranks", {"support"}},
      {"kernel", {"support", "ranks"}},
      {"learning", {"support", "core", "files"}},
      {"files", {"support", "core"}},
      {"render", {"support", "document"}},
      {"attend", {"support", "core", "document", "kernel", "files", "ranks"}},
      {"practice", {"support", "core", "document", "files", "render"}},
      {"lessons",
       {"support", "attend", "core", "diagnose", "document", "kernel", "learning", "files", "ranks",
        "render", "practice"}},
      {"notes", {"support", "files"}},
      {"embed", {"support", "files", "render", "notes"}},
      {"check", {"support", "files", "notes"}},
      {"trace", {"support", "document", "notes"}},
      {"quiz", {"support", "document", "render"}},
      {"cli",
       {"support", "core", "document", "files", "ranks", "render", "lessons", "notes", "embed",
        "check", "practice", "quiz", "trace", "web"}},
      {"web", {"support", "files"}},
      {"module",
       {"support", "attend", "core", "document", "kernel", "files", "ranks", "render", "lessons",
        "cli", "trace"}}};
  return kPlan;
}

// The folders of a room that has several floors, from the lowest up: each sees those before it. The
// room's own files stand where "" does, or on top of them.
const std::map<std::string, std::vector<std::string>>& floors() {
  static const std::map<std::string, std::vector<std::string>> kFloors{
      {"check", {"normalise", "formula", "claims"}},
      {"core", {"random", "", "costs", "gradients", "parallel"}},
      {"module", {"", "wasm"}}};
  return kFloors;
}

struct Source {
  std::string path;  // "src/core/mask.cpp", "lessons/walkthrough.cpp"
  std::string room, text;
  Names includes = {};
};

std::string read(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator it{text.begin(), text.end(), pattern}, end; it != end; ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

std::vector<Source> sources() {
  static const std::regex kInclude{R"(#\s*include\s*[<"]([^>"]+)[>"])"};
  const fs::path root{ATTN_SOURCE};
  std::vector<Source> all;
  for (const char* top : {"src", "lessons"}) {
    for (const auto& entry : fs::recursive_directory_iterator{root / top}) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      const fs::path path = fs::relative(entry.path(), root);
      const std::string room =
          path.begin()->string() == "lessons" ? "lessons" : std::next(path.begin())->string();
      Source source{path.generic_string(), room, read(entry.path())};
      for (const std::string& name : matches(source.text, kInclude)) source.includes.insert(name);
      all.push_back(std::move(source));
    }
  }
  return all;
}

}  // namespace

TEST_SUITE_BEGIN("the floor plan");

TEST_CASE("has a place for every room") {
  for (const Source& source : sources()) {
    CAPTURE(source.path);
    CHECK(plan().contains(source.room));
  }
}

TEST_CASE("lets a room see only what the plan allows") {
  REQUIRE(sources().size() > 20);
  for (const Source& source : sources()) {
    for (const std::string& include : source.includes) {
      const std::string room = include.substr(0, include.find('/'));
      if (!plan().contains(room) || room == source.room) continue;
      CAPTURE(source.path);
      CAPTURE(include);
      CHECK(plan().at(source.room).contains(room));
    }
  }
}

TEST_CASE("lets arrows run downward inside a room as well") {
  const auto floor_of = [](const std::string& room, const std::string& path) {
    const std::vector<std::string>& stairs = floors().at(room);
    std::size_t own = stairs.size();
    for (std::size_t i = 0; i < stairs.size(); ++i) {
      if (stairs[i].empty()) own = i;
      if (!stairs[i].empty() && path.starts_with(room + '/' + stairs[i] + '/')) return i;
    }
    return own;
  };
  for (const Source& source : sources()) {
    if (!floors().contains(source.room)) continue;
    for (const std::string& include : source.includes) {
      if (!include.starts_with(source.room + '/')) continue;
      CAPTURE(source.path);
      CAPTURE(include);
      CHECK(floor_of(source.room, include) <= floor_of(source.room, source.path.substr(4)));
    }
  }
}

TEST_CASE("lets a lesson see its own folder and what is shared, and no other lesson") {
  for (const Source& source : sources()) {
    if (source.room != "lessons") continue;
    const std::string own = source.path.substr(0, source.path.rfind('/') + 1);
    for (const std::string& include : source.includes) {
      if (!include.starts_with("lessons/") || include == "lessons/lesson.hpp") continue;
      CAPTURE(source.path);
      CAPTURE(include);
      CHECK((include.starts_with(own) || include.starts_with("lessons/shared/")));
    }
  }
}

TEST_CASE("declares the sections of a lesson in one header, of its folder's name") {
  for (const Source& source : sources()) {
    const std::string folder = source.path.substr(0, source.path.rfind('/'));
    if (source.room != "lessons" || folder == "lessons" || !source.path.ends_with(".hpp")) continue;
    if (source.path == folder + folder.substr(folder.rfind('/')) + ".hpp") continue;
    if (source.path.ends_with("/measure_page.hpp")) continue;  // another page
    CAPTURE(source.path);
    CHECK(source.text.find("void write_") == std::string::npos);
  }
}

TEST_CASE("keeps a folder small enough to be looked over") {
  std::map<std::string, int> counts;
  for (const Source& source : sources()) {
    // A header and its source are one thing to look at.
    if (source.path.ends_with(".cpp")) ++counts[source.path.substr(0, source.path.rfind('/'))];
  }
  for (const auto& [folder, count] : counts) {
    CAPTURE(folder);
    CHECK(count <= 20);
  }
}

TEST_CASE("keeps CLI11 in one file of the command line") {
  Names files;
  for (const Source& source : sources()) {
    for (const std::string& include : source.includes) {
      if (include.starts_with("CLI/")) files.insert(source.path);
    }
  }
  CHECK(files.size() == 1);
  CHECK(files.begin()->starts_with("src/cli/"));
}

TEST_CASE("keeps xtensor in core/tensor") {
  for (const Source& source : sources()) {
    for (const std::string& include : source.includes) {
      CAPTURE(source.path);
      CAPTURE(include);
      CHECK((!include.starts_with("xt") || source.path.starts_with("src/core/tensor.") ||
             source.path == "src/core/large_product.cpp"));
    }
  }
}

TEST_CASE("shows src what a lesson is, what can be traced and practised, and no lesson's name") {
  // The table of contents is made of rows: {"walkthrough", "…", open_walkthrough}.
  static const std::regex kRow{R"re(\{"([a-z-]+)",)re"};
  const std::vector<std::string> names =
      matches(read(fs::path{ATTN_SOURCE} / "lessons/contents.cpp"), kRow);
  REQUIRE(!names.empty());
  for (const Source& source : sources()) {
    if (!source.path.starts_with("src/")) continue;
    CAPTURE(source.path);
    for (const std::string& include : source.includes) {
      const bool shown = include == "lessons/lesson.hpp" || include == "lessons/traced.hpp" ||
                         include == "lessons/exercises.hpp";
      CHECK((!include.starts_with("lessons/") || shown));
    }
    for (const std::string& name : names) {
      if (name == "block" || name == "heads") continue;  // words of notes as well
      CAPTURE(name);
      CHECK(source.text.find('"' + name + '"') == std::string::npos);
    }
  }
}

TEST_CASE("has one type of each name in a namespace") {
  // Of two that share a name the linker keeps one destructor, for both.
  static const std::regex kType{R"((?:^|\n)(?:struct|class|enum class) (\w+)[^;\n]*\{)"};
  static const std::regex kNamespace{R"(\nnamespace ([\w:]+) \{)"};
  std::map<std::string, std::string> headers;
  for (const Source& source : sources()) {
    if (!source.path.ends_with(".hpp")) continue;
    const std::vector<std::string> spaces = matches(source.text, kNamespace);
    if (spaces.empty()) continue;
    for (const std::string& type : matches(source.text, kType)) {
      const auto [first, fresh] = headers.emplace(spaces.front() + "::" + type, source.path);
      CAPTURE(first->first);
      CAPTURE(first->second);
      CAPTURE(source.path);
      CHECK(fresh);
    }
  }
  REQUIRE(headers.size() > 100);
}

TEST_SUITE_END();
