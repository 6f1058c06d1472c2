// Does the built program answer as the transcripts beside this file say?
//
// A transcript is prose with fenced blocks, each one command and all that it writes:
//
//     ~~~
//     $ attn walktrough
//     2> attn: there is no lesson "walktrough"; did you mean walkthrough?
//     [exit 2]
//     ~~~
//
// Lines of standard error follow those of standard output and begin with "2> "; an exit code other
// than 0 comes last. The commands of a file run by sh, one after another in one empty folder. With
// ATTN_UPDATE_TRANSCRIPTS=1 in the environment the files are rewritten as the program answers now.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/folder.hpp"

namespace {

namespace fs = std::filesystem;
using attn::test::Folder;

constexpr std::string_view kFence = "~~~";

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string answer(const std::string& command, const Folder& scratch) {
  const fs::path folder = scratch.path() / "folder";
  const fs::path script = scratch.path() / "script";
  const fs::path out = scratch.path() / "out";
  const fs::path err = scratch.path() / "err";
  fs::create_directory(folder);
  write(script, command + "\n");
  const std::string bin = fs::path(ATTN_BINARY).parent_path().string();
  const int status =
      std::system(fmt::format("cd '{}' && env -i PATH='{}':/usr/bin:/bin sh '{}' >'{}' "
                              "2>'{}' </dev/null",
                              folder.string(), bin, script.string(), out.string(), err.string())
                      .c_str());
  std::string text = read(out);
  if (!text.empty() && text.back() != '\n') text += "\n[no newline at the end]\n";
  for (const std::string& line : lines_of(read(err))) text += "2> " + line + "\n";
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code != 0) text += fmt::format("[exit {}]\n", code);
  return text;
}

// The transcript with what each command answers now in place of what is written.
std::string replayed(const std::string& transcript) {
  const Folder scratch;
  std::string result;
  bool inside = false;
  for (const std::string& line : lines_of(transcript)) {
    const bool fence = line == kFence;
    const bool command = inside && line.starts_with("$ ") && result.ends_with("~~~\n");
    if (fence) inside = !inside;
    if (fence || !inside || command) result += line + "\n";
    if (command) result += answer(line.substr(2), scratch);
  }
  return result;
}

std::vector<fs::path> transcripts() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(ATTN_TESTS) / "cli")) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

TEST_SUITE("attn") {
  TEST_CASE("answers as every transcript says") {
    const bool update = std::getenv("ATTN_UPDATE_TRANSCRIPTS") != nullptr;
    REQUIRE_FALSE(transcripts().empty());
    for (const fs::path& path : transcripts()) {
      CAPTURE(path.filename().string());
      const std::string expected = read(path);
      const std::string actual = replayed(expected);
      if (update) write(path, actual);
      const auto expected_lines = lines_of(expected);
      const auto actual_lines = lines_of(actual);
      const auto [left, right] = std::ranges::mismatch(expected_lines, actual_lines);
      const std::string want = left == expected_lines.end() ? "(the end)" : *left;
      const std::string have = right == actual_lines.end() ? "(the end)" : *right;
      CAPTURE(left - expected_lines.begin() + 1);
      CHECK(have == want);
    }
  }
}
