// What do files of notes come to, in each mode?
#include "embed/embed.hpp"

#include <doctest/doctest.h>

#include "fake_compute.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

using attn::embed;
using attn::EmbedOptions;
using attn::Outcome;
using Mode = EmbedOptions::Mode;

namespace {

struct Folder : attn::test::Folder {
  // Without the folder, so that a test can say what it expects.
  std::string shown(std::string text) const {
    const std::string prefix = *this / "";
    for (std::size_t at; (at = text.find(prefix)) != std::string::npos;) {
      text.erase(at, prefix.size());
    }
    return text;
  }
};

constexpr std::string_view kFresh = "is <!-- attn= number 1 -->1<!-- /attn --> here\n";
constexpr std::string_view kStale = "is <!-- attn= number 2 -->1<!-- /attn --> here\n";
constexpr std::string_view kEdited = "is <!-- attn= number 2 -->3<!-- /attn 00000000 --> here\n";
constexpr std::string_view kBroken = "is <!-- attn= nubmer 2 -->1<!-- /attn --> here\n";

Outcome run(const std::vector<std::string>& paths, Mode mode, bool force = false) {
  return embed(paths, {.mode = mode, .force = force}, attn::test::fake);
}

}  // namespace

TEST_SUITE("embedding in files") {
  TEST_CASE("leaves a fresh file alone") {
    const Folder folder;
    const Outcome outcome = run({folder.file("n.md", kFresh)}, Mode::write);
    CHECK(outcome.code == 0);
    CHECK(outcome.files.empty());
    CHECK(outcome.out == "1 place in 1 file: 1 fresh\n");
    CHECK(outcome.err.empty());
  }

  TEST_CASE("renews a stale file, if it still holds what was read") {
    const Folder folder;
    const std::string path = folder.file("n.md", kStale);
    const Outcome outcome = run({path}, Mode::write);
    CHECK(outcome.code == 0);
    REQUIRE(outcome.files.size() == 1);
    CHECK(outcome.files[0].path == path);
    CHECK(outcome.files[0].bytes == "is <!-- attn= number 2 -->2<!-- /attn 87f2900d --> here\n");
    CHECK(outcome.files[0].replaces == std::string(kStale));
    CHECK(folder.shown(outcome.out) ==
          "n.md:1: refreshed: number 2\n1 place in 1 file: 1 refreshed\n");
  }

  TEST_CASE("checks a stale file without writing, and shows a diff and what mends it") {
    const Folder folder;
    const Outcome outcome = run({folder.file("n.md", kStale)}, Mode::check);
    CHECK(outcome.code == 1);
    CHECK(outcome.files.empty());
    const std::string out = folder.shown(outcome.out);
    CHECK(out ==
          "n.md:1: stale: number 2\n--- n.md\n+++ n.md\n@@ -1,1 +1,1 @@\n"
          "-is <!-- attn= number 2 -->1<!-- /attn --> here\n"
          "+is <!-- attn= number 2 -->2<!-- /attn 87f2900d --> here\n"
          "mend with: attn embed n.md\n"
          "1 place in 1 file: 1 stale\n");
  }

  TEST_CASE("keeps what was edited by hand unless it is forced") {
    const Folder folder;
    const std::string path = folder.file("n.md", kEdited);
    const Outcome kept = run({path}, Mode::write);
    CHECK(kept.code == 1);
    CHECK(kept.files.empty());
    CHECK(folder.shown(kept.out) ==
          "n.md:1: edited by hand, left alone: number 2\n"
          "overwrite the edits with: attn embed --force n.md\n"
          "1 place in 1 file: 1 edited by hand\n");
    const Outcome forced = run({path}, Mode::write, true);
    CHECK(forced.code == 0);
    CHECK(forced.files.size() == 1);
  }

  TEST_CASE("tells of broken places on standard error, and does the others") {
    const Folder folder;
    const std::string path = folder.file("n.md", std::string(kBroken) + std::string(kStale));
    const Outcome outcome = run({path}, Mode::write);
    CHECK(outcome.code == 2);
    CHECK(outcome.files.size() == 1);
    CHECK(outcome.out.empty());
    CHECK(folder.shown(outcome.err) ==
          "attn: n.md:1: there is no lesson \"nubmer\"\nn.md:2: refreshed: number 2\n"
          "attn: 2 places in 1 file: 1 refreshed, 1 broken\n");
  }

  TEST_CASE("tells of a file that cannot be read, and does the others") {
    const Folder folder;
    const Outcome outcome = run({folder.file("none", "").append("/n.md"),
                                 folder.file("n.md", kStale), folder.file("n.txt", kStale)},
                                Mode::write);
    CHECK(outcome.code == 2);
    CHECK(outcome.files.size() == 1);
    CHECK(outcome.err.find("attn: cannot read ") == 0);
    CHECK(outcome.err.find("n.txt: its name does not end in .md") != std::string::npos);
    CHECK(outcome.err.ends_with("attn: 1 place in 1 file: 1 refreshed; 2 files not read\n"));
  }

  TEST_CASE("refuses UTF-16") {
    const Folder folder;
    const Outcome outcome = run({folder.file("n.md", "\xff\xfe<")}, Mode::check);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("it is UTF-16; save it as UTF-8") != std::string::npos);
  }

  TEST_CASE("prints a patch and nothing else on standard output") {
    const Folder folder;
    const Outcome outcome = run({folder.file("n.md", kStale)}, Mode::diff);
    CHECK(outcome.code == 1);
    CHECK(outcome.out.starts_with("--- "));
    CHECK(outcome.out.ends_with("here\n"));
    CHECK(folder.shown(outcome.err) ==
          "n.md:1: stale: number 2\nmend with: attn embed n.md\n"
          "attn: 1 place in 1 file: 1 stale\n");
  }

  TEST_CASE("lists the places and runs nothing") {
    const Folder folder;
    const std::string path = folder.file(
        "n.md", "<!-- attn: list\n --ascii -->\n<!-- /attn -->\n\n" + std::string(kBroken));
    const Outcome outcome = embed({path}, {.mode = Mode::list}, [](const attn::Request&) {
      FAIL("run");
      return attn::Answer{};
    });
    CHECK(outcome.code == 0);
    CHECK(folder.shown(outcome.out) == "n.md:1: block: list --ascii\nn.md:5: value: nubmer 2\n");
  }

  TEST_CASE("runs a command once for all files") {
    const Folder folder;
    int runs = 0;
    embed({folder.file("a.md", kStale), folder.file("b.md", kStale)}, {},
          [&runs](const attn::Request&) {
            ++runs;
            return attn::Answer{"2", "text"};
          });
    CHECK(runs == 1);
  }

  TEST_CASE("reads standard input once") {
    CHECK_THROWS_WITH_AS(run({"-", "-"}, Mode::write),
                         "- is given 2 times; standard input can be read once", attn::Error);
  }
}
