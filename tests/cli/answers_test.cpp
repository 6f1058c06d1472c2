// Do notes get from a lesson what the command line prints, and nothing that is not safe to give?
#include "cli/answers.hpp"

#include <doctest/doctest.h>

#include "cli/app.hpp"
#include "support/error.hpp"

using attn::Answer;
using attn::Error;
using attn::Request;
using Words = std::vector<std::string>;

namespace {

Answer block(Words words, std::string_view format = "markdown") {
  return attn::page_answers(false)({std::move(words), false, format});
}

Answer value(Words words) {
  return attn::page_answers(false)({std::move(words), true, "markdown"});
}

std::string printed(const Words& arguments) { return attn::run(arguments, {}).out; }

}  // namespace

TEST_SUITE("the answer to a marker") {
  TEST_CASE("of a block is what the command line prints, in the notes' format") {
    const Answer answer = block({"walkthrough", "--only", "weights"});
    CHECK(answer.format == "markdown");
    CHECK(answer.text == printed({"walkthrough", "--only", "weights", "-f", "md"}));
  }

  TEST_CASE("of a block is in the format that its words name") {
    const Answer answer = block({"walkthrough", "--only", "weights", "-f", "text"});
    CHECK(answer.format == "text");
    CHECK(answer.text == printed({"walkthrough", "--only", "weights"}));
  }

  TEST_CASE("of a block has the level of its place, unless its words say another") {
    const auto title = [](Words words) {
      const std::string text =
          attn::page_answers(false)({std::move(words), false, "markdown", 3}).text;
      return text.substr(0, text.find(' '));
    };
    CHECK(title({"context"}) == "###");
    CHECK(title({"context", "--level", "2"}) == "##");
  }

  TEST_CASE("of a value is the number that --value prints") {
    const std::string number = printed({"walkthrough", "--value", "weights[cat][sat]"});
    CHECK(value({"walkthrough", "weights[cat][sat]"}).text == number);
    CHECK(value({"walkthrough", "--causal", "weights[cat][sat]", "--digits", "2"}).text ==
          printed({"walkthrough", "--causal", "--value", "weights[cat][sat]", "--digits", "2"}));
    CHECK(value({"walkthrough", "--value", "weights[cat][sat]"}).text == number);
  }

  TEST_CASE("is of the page with the options that its own words give, whatever came before") {
    const attn::Compute answers = attn::page_answers(false);
    const auto ask = [&answers](Words words) {
      return answers({std::move(words), true, "latex"}).text;
    };
    const std::string plain = ask({"walkthrough", "weights[cat][sat]"});
    const std::string causal = ask({"walkthrough", "--causal", "weights[cat][sat]"});
    CHECK(causal != plain);
    CHECK(ask({"walkthrough", "weights[cat][sat]"}) == plain);
  }

  TEST_CASE("is an error where a number is named and none is asked for, or the reverse") {
    CHECK_THROWS_AS(block({"walkthrough", "weights[cat][sat]"}), Error);
    CHECK_THROWS_AS(block({"walkthrough", "--value", "weights[cat][sat]"}), Error);
    CHECK_THROWS_AS(value({"walkthrough"}), Error);
    CHECK_THROWS_AS(value({"walkthrough", "a[0]", "b[0]"}), Error);
  }

  TEST_CASE("is an error for a lesson, an option or a format that is not there") {
    CHECK_THROWS_WITH_AS(block({"walktrough"}),
                         "there is no lesson \"walktrough\"; did you mean walkthrough?", Error);
    CHECK_THROWS_AS(block({"walkthrough", "--sed", "1"}), Error);
    CHECK_THROWS_AS(block({"walkthrough"}, "papyrus"), Error);
  }
}

TEST_SUITE("a stranger's marker") {
  TEST_CASE("writes no file") {
    CHECK_THROWS_WITH_AS(block({"walkthrough", "-o", "/tmp/x.md"}),
                         "--output has no use in notes: the page goes where the marker stands",
                         Error);
    CHECK_THROWS_AS(attn::page_answers(true)({{"walkthrough", "-o", "-"}, false, "text"}), Error);
  }

  TEST_CASE("reads no file unless that is allowed") {
    CHECK_THROWS_WITH_AS(block({"walkthrough", "--input=/etc/passwd"}),
                         "--input reads a file, which notes may not; if you trust them, add "
                         "--allow-files to attn embed",
                         Error);
    CHECK_THROWS_WITH_AS(
        attn::page_answers(true)({{"walkthrough", "--input", "/none/x"}, false, "text"}),
        "--input: cannot read /none/x: no such file", Error);
  }

  TEST_CASE("is judged by what an option does, whatever its value is called in the help") {
    std::optional<std::string> path, folder;
    std::string word;
    attn::CommandLine line("Options");
    line.reads_file("--numbers", path, "WORD", "Numbers of your own");
    line.writes_folder("--keep", folder, "NAME", "Keep them");
    line.text("--focus", word, "WORD", "A row");
    const auto refusal = [&line](const char* option, bool files_allowed) -> std::string {
      const attn::Arguments given{.values = {{option, {"x"}}}};
      try {
        attn::refuse_in_notes(line, given, files_allowed);
      } catch (const Error& error) {
        return error.what();
      }
      return "none";
    };
    CHECK(refusal("--numbers", false).starts_with("--numbers reads a file, which notes may not"));
    CHECK(refusal("--numbers", true) == "none");
    for (const bool files_allowed : {false, true}) {
      CHECK(refusal("--keep", files_allowed) ==
            "--keep writes files, which notes may not; drop it");
      CHECK(refusal("--focus", files_allowed) == "none");
    }
  }

  TEST_CASE("cannot profit from a lesson that calls a file's name a mere text") {
    std::optional<std::string> path;
    attn::CommandLine line("Options");
    CHECK_THROWS_AS(line.text("--numbers", path, "FILE", "Numbers"), std::logic_error);
    CHECK_THROWS_AS(line.text("--keep", path, "DIR", "Keep them"), std::logic_error);
  }

  TEST_CASE("measures nothing: it would never be fresh") {
    CHECK_THROWS_WITH_AS(block({"flash-tiling", "--measure"}),
                         "--measure measures anew in every run, and notes would never be fresh; "
                         "run it once, and paste what you want to keep",
                         Error);
  }

  TEST_CASE("runs no other command") {
    CHECK_THROWS_WITH_AS(block({"man"}),
                         "attn man makes no page for notes; attn list names those that do", Error);
    CHECK_THROWS_AS(block({"embed", "--force", "notes.md"}), Error);
    CHECK_THROWS_AS(block({"help"}), Error);
    CHECK_THROWS_AS(block({"walkthrough", "--help"}), Error);
    CHECK_THROWS_AS(block({"sh", "-c", "true"}), Error);
    CHECK_THROWS_AS(block({}), Error);
  }
}
