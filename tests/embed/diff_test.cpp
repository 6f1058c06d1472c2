// Does a diff say what splices change, in the form that patch reads?
#include "embed/diff.hpp"

#include <doctest/doctest.h>

#include <charconv>
#include <random>

using attn::Diff;
using attn::Splice;

namespace {

std::string diff(std::string_view text, const std::vector<Splice>& splices) {
  return Diff("n.md", text).unified(splices);
}

std::size_t number_after(std::string_view text, char mark) {
  std::size_t number = 0;
  const std::string_view digits = text.substr(text.find(mark) + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// What patch does: follows the hunks through the text, and insists on each line that they name.
std::string patched(std::string_view text, std::string_view patch) {
  const auto lines = attn::text_lines(text);
  const auto commands = attn::text_lines(patch);
  std::string result;
  std::size_t next = 0;
  for (std::size_t i = 2; i < commands.size(); ++i) {
    const std::string_view command = commands[i];
    if (command.starts_with("@@")) {
      const bool empty = command.find(",0 +") != std::string_view::npos;
      const std::size_t begin = number_after(command, '-') - (empty ? 0 : 1);
      while (next < begin) result += lines[next++];
      continue;
    }
    const bool cut = i + 1 < commands.size() && commands[i + 1].starts_with('\\');
    const std::string_view line = command.substr(1, command.size() - 1 - (cut ? 1 : 0));
    if (command[0] != '+') REQUIRE(lines[next++] == line);
    if (command[0] != '-') result += line;
    if (cut) ++i;
  }
  while (next < lines.size()) result += lines[next++];
  return result;
}

}  // namespace

TEST_SUITE("a diff") {
  TEST_CASE("is empty when no line changes") {
    CHECK(diff("a\nb\n", {}) == "");
    CHECK(diff("a\nb\n", {{{2, 3}, "b"}}) == "");
    CHECK(diff("", {}) == "");
  }

  TEST_CASE("shows the line that changes, with three lines around it") {
    CHECK(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", {{{8, 9}, "x"}}) ==
          "--- n.md\n+++ n.md\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  }

  TEST_CASE("finds the lines that stay within a block that is replaced whole") {
    CHECK(diff("a\nb\nc\nd\n", {{{0, 8}, "a\nx\nc\ny\nd\n"}}) ==
          "--- n.md\n+++ n.md\n@@ -1,4 +1,5 @@\n a\n-b\n+x\n c\n+y\n d\n");
  }

  TEST_CASE("looks at two changes of one line together") {
    CHECK(diff("a b\n", {{{0, 1}, "x"}, {{2, 3}, "y"}}) ==
          "--- n.md\n+++ n.md\n@@ -1,1 +1,1 @@\n-a b\n+x y\n");
  }

  TEST_CASE("numbers later hunks by the lines that earlier ones add") {
    CHECK(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", {{{0, 1}, "a\nb"}, {{16, 17}, "x"}}) ==
          "--- n.md\n+++ n.md\n@@ -1,4 +1,5 @@\n-1\n+a\n+b\n 2\n 3\n 4\n"
          "@@ -6,4 +7,4 @@\n 6\n 7\n 8\n-9\n+x\n");
  }

  TEST_CASE("says so when the last line has no end") {
    CHECK(diff("a", {{{0, 1}, "b"}}) ==
          "--- n.md\n+++ n.md\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n"
          "\\ No newline at end of file\n");
  }

  TEST_CASE("begins where there is nothing yet") {
    CHECK(diff("", {{{0, 0}, "a\n"}}) == "--- n.md\n+++ n.md\n@@ -0,0 +1,1 @@\n+a\n");
  }

  TEST_CASE("applied to the text makes of it what the splices do") {
    std::mt19937 random(1);
    const auto below = [&random](std::size_t n) { return random() % n; };
    for (int round = 0; round < 2000; ++round) {
      std::string text;
      for (std::size_t i = below(60); i > 0; --i) text += "ab\n\n\n"[below(5)];
      std::vector<Splice> splices;
      for (std::size_t at = below(8); at < text.size(); at += 1 + below(12)) {
        const std::size_t end = std::min(at + below(5), text.size());
        std::string with;
        for (std::size_t i = below(6); i > 0; --i) with += "ab\n"[below(3)];
        splices.push_back({{at, end}, with});
        at = end;
      }
      CAPTURE(text);
      CHECK(patched(text, diff(text, splices)) == attn::spliced(text, splices));
    }
  }

  TEST_CASE("of thousands of changed lines is made without a table of them all") {
    std::string text, with;
    for (int i = 0; i < 50000; ++i) {
      text += "old " + std::to_string(i) + "\n";
      with += "new " + std::to_string(i) + "\n";
    }
    const std::vector<Splice> all{{{0, text.size()}, with}};
    CHECK(patched(text, diff(text, all)) == with);
  }
}
