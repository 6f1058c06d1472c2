// Does a page come out as asked, with the exit code that its claims earn?
#include "cli/pages.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <random>

#include "cli/app.hpp"
#include "cli/help.hpp"
#include "document/page.hpp"
#include "support/error.hpp"

namespace {

using Words = std::vector<std::string>;

struct Options {
  attn::Integer count = 3;
  bool wrong = false;
};

void declare(attn::Knobs& knobs, Options& o) {
  knobs.example("attn small --count 4", "one more");
  knobs.count("--count", o.count, 1, 10, "How many");
  knobs.flag("--wrong", o.wrong, "Make a claim that does not hold");
}

attn::Document write(const Options& o) {
  attn::Page page{"small", "A small page"};
  page.table({.id = "table",
              .caption = "",
              .columns = {{.id = "n", .title = "n", .unit = ""}},
              .rows = {{o.count}}});
  page.heatmap(
      {.id = "map", .caption = "", .row_labels = {"3"}, .column_labels = {"k"}, .cells = {{1.0}}});
  page.claim("even", "two is even", {.holds = true, .evidence = "2 mod 2 = 0"});
  page.claim("odd", "one is odd", {.holds = !o.wrong, .evidence = "1 mod 2 = 1"});
  page.array(
      {.id = "third", .shape = {1}, .values = {1.0 / 3.0}, .row_labels = {}, .column_labels = {}});
  return std::move(page).finish();
}

constexpr attn::Lesson kSmall{"small", "A small page", attn::open_lesson<Options, declare, write>};

// A page that takes long, whose work fails so that a test sees whether it was begun.
attn::PageJob job(const Options&) {
  attn::Page page{"slow", "A slow page"};
  page.claim("even", "two is even", {.holds = true, .evidence = ""});
  page.stream({.id = "large", .write = [](const auto& sink) { sink("1,2\n"); }});
  page.attach({.path = "folder/large.npy", .write = {}});
  attn::Document announced = std::move(page).finish();
  attn::announce_table(announced, "rows", {"north", "south"});
  attn::announce_table(announced, "sums", {"all"});
  announced.arrays.push_back(
      {.id = "pair", .shape = {2}, .values = {}, .row_labels = {"a", "b"}, .column_labels = {}});
  return {std::move(announced),
          []() -> attn::Document { throw attn::Error("the work has begun"); }};
}

constexpr attn::Lesson kSlow{"slow", "A slow page", attn::open_lesson<Options, declare, job>};

std::string refusal(const Words& arguments) {
  try {
    attn::page_command(attn::Command::Kind::lesson, kSlow).run(arguments, {});
  } catch (const attn::Error& error) {
    return error.what();
  }
  return "";
}

const attn::Command kCommand = attn::page_command(attn::Command::Kind::lesson, kSmall);

attn::Outcome small(const Words& arguments) { return kCommand.run(arguments, {}); }

nlohmann::json json(const Words& arguments) {
  Words all{"-f", "json"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return nlohmann::json::parse(small(all).out);
}

}  // namespace

TEST_SUITE("a page") {
  TEST_CASE("is printed with exit code 0 when its claims hold") {
    const attn::Outcome outcome = small({});
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    CHECK(outcome.out.find("A small page") != std::string::npos);
    CHECK(outcome.files.empty());
  }

  TEST_CASE("is printed with exit code 1 when a claim fails, which is named") {
    const attn::Outcome outcome = small({"--wrong"});
    CHECK(outcome.code == 1);
    CHECK(outcome.err == "attn: these claims do not hold: odd\n");
    CHECK(outcome.out.find("A small page") != std::string::npos);
  }

  TEST_CASE("fails by a claim that --only leaves out") {
    CHECK(small({"--wrong", "--only", "table"}).code == 1);
  }

  TEST_CASE("goes to files when they are named, and not to standard output") {
    const attn::Outcome outcome = small({"-o", "a.md", "-o", "b.json"});
    CHECK(outcome.out.empty());
    REQUIRE(outcome.files.size() == 2);
    CHECK(outcome.files[0].path == "a.md");
    CHECK(outcome.files[1].bytes == small({"-f", "json"}).out);
  }

  TEST_CASE("states the settings that made it") {
    const nlohmann::json settings = json({"--count", "4"}).at("settings");
    CHECK(settings.dump().find("count") != std::string::npos);
    CHECK(settings.dump().find('4') != std::string::npos);
  }

  TEST_CASE("is cut down by --only") {
    CHECK(json({"--only", "table"}).dump().find("even") == std::string::npos);
    CHECK(json({"--only", "table,odd"}) == json({"--only", "table", "--only", "odd"}));
    CHECK_THROWS_AS(small({"--only", "tabel"}), attn::Error);
  }

  TEST_CASE("names what a format can hold when --only names something else") {
    CHECK_THROWS_WITH_AS(small({"--only", "table", "-f", "svg"}),
                         "\"table\" is no picture; pictures of this page: map", attn::Error);
    CHECK_THROWS_WITH_AS(small({"--only", "even", "-f", "csv"}),
                         "\"even\" is no table; tables of this page: table, map", attn::Error);
  }

  TEST_CASE("states a switch by its name alone") {
    const std::string page = small({"-f", "html", "--standalone", "--wrong"}).out;
    CHECK(page.find("<code>--count 3</code>, <code>--wrong</code>") != std::string::npos);
  }

  TEST_CASE("is cut down to rows by --rows") {
    CHECK(json({"--rows", "3"}).at("blocks") == json({}).at("blocks"));
    CHECK_THROWS_AS(small({"--rows", "4"}), attn::Error);
  }

  TEST_CASE("gives a single value, to as many digits as asked for") {
    CHECK(small({"--value", "third[0]"}).out == "0.3333\n");
    CHECK(small({"--value", "third[0]", "--digits", "2"}).out == "0.33\n");
    CHECK(small({"--value", "table[3][n]"}).out == "3\n");
    CHECK(small({"--value", "third[0]", "-o", "a.md"}).files.at(0).bytes == "0.3333\n");
    CHECK_THROWS_AS(small({"--value", "third[1]"}), attn::Error);
  }

  TEST_CASE("that takes long is refused before the work where it has not what is asked for") {
    CHECK(refusal({}) == "the work has begun");
    CHECK(refusal({"--only", "odd"}).starts_with("unknown block or array \"odd\""));
    CHECK(refusal({"-f", "csv"}).starts_with("csv holds one table"));
    CHECK(refusal({"--only", "rows", "-f", "csv"}) == "the work has begun");
    CHECK(refusal({"--value", "pair[b]"}) == "the work has begun");
    CHECK(refusal({"--value", "rows[0][n]"}) == "the work has begun");
    CHECK(refusal({"--rows", "north,all"}) == "the work has begun");
    CHECK(refusal({"--rows", "west"}).starts_with("unknown row \"west\""));
    CHECK(refusal({"--only", "rows", "--rows", "all"}).starts_with("unknown row \"all\""));
    CHECK(refusal({"--value", "pair[c]"}).starts_with("there is no row \"c\""));
    CHECK(refusal({"--value", "pear[0]"}).starts_with("unknown array \"pear\""));
    CHECK(refusal({"--value", "large[0]"}) ==
          "large is too large for a page; write it line by line: --only large --format csv");
    CHECK(refusal({"-o", "x/../folder/large.npy", "-f", "json"}) ==
          "--output \"x/../folder/large.npy\" would write over what goes with the page; write to "
          "another file");
  }

  TEST_CASE("is not computed for an array alone, which comes line by line") {
    const attn::Outcome outcome = attn::page_command(attn::Command::Kind::lesson, kSlow)
                                      .run({"--only", "large", "-f", "csv"}, {});
    REQUIRE(outcome.files.size() == 2);
    CHECK(outcome.files[1].path == "-");
    std::string bytes;
    outcome.files[1].pieces([&bytes](std::string_view piece) {
      bytes += piece;
      return true;
    });
    CHECK(bytes == "1,2\n");
    CHECK(outcome.out.empty());
  }

  TEST_CASE("explains itself and computes nothing when help is asked for") {
    CHECK(small({"--help"}).out == attn::help(kCommand.manual()));
    CHECK(small({"--count", "0", "-h"}).code == 0);
    CHECK(attn::help(kCommand.manual()).find("attn small --count 4") != std::string::npos);
  }
}

TEST_SUITE("attn") {
  TEST_CASE("has a page for every lesson, whose options do not collide with those of every page") {
    for (const attn::Lesson& lesson : attn::contents()) {
      CAPTURE(lesson.name);
      const std::string name(lesson.name);
      CHECK(attn::run({name, "--help"}, {}).code == 0);
      CHECK(attn::run({name, "--help"}, {}).out == attn::run({"help", name}, {}).out);
    }
  }

  TEST_CASE("lists every lesson, alone and by attn list") {
    for (const attn::Lesson& lesson : attn::contents()) {
      CHECK(attn::run({}, {}).out.find(lesson.name) != std::string::npos);
      CHECK(attn::run({"list", "-f", "json"}, {}).out.find(lesson.name) != std::string::npos);
    }
  }

  TEST_CASE("binds every lesson into the book, whose ids are unique") {
    const attn::Outcome book = attn::run({"book", "-f", "json"}, {});
    CHECK(book.code == 0);
    CHECK(book.err.empty());
    Words ids;
    const nlohmann::json document = nlohmann::json::parse(book.out);
    for (const auto& block : document.at("blocks")) {
      if (block.contains("id")) ids.push_back(block.at("id").get<std::string>());
    }
    const std::size_t size = ids.size();
    std::ranges::sort(ids);
    CHECK(size > 0);
    CHECK(std::ranges::adjacent_find(ids) == ids.end());
  }

  TEST_CASE("alone succeeds: it says what there is") {
    CHECK(attn::run({}, {}).code == 0);
    CHECK(attn::run({}, {}).err.empty());
  }

  TEST_CASE("keeps the quotes of its examples in the manual page") {
    const std::string page = attn::run({"man"}, {}).out;
    CHECK(
        page.find(".B attn walkthrough \\-\\-text \\(dqthe dog bit the man\\(dq \\-\\-focus dog") !=
        std::string::npos);
  }

  TEST_CASE("tells its version") { CHECK(attn::run({"--version"}, {}).out.starts_with("attn ")); }

  TEST_CASE("never throws, and prints nothing on standard output when it fails") {
    for (const Words& arguments :
         {Words{"zebra"}, Words{"--seed"}, Words{""}, Words{"help", "zebra"}, Words{"\xff\xfe"}}) {
      const attn::Outcome outcome = attn::run(arguments, {});
      CHECK(outcome.code == 2);
      CHECK(outcome.out.empty());
      CHECK(outcome.err.starts_with("attn: "));
      CHECK(std::ranges::count(outcome.err, '\n') == 1);
    }
  }

  TEST_CASE("answers any words at all with a page or with one line") {
    const Words pieces{"list",   "--count", "--count=", "-f",     "json",    "-o", "-",
                       "--only", "lessons", "--rows",   "--",     "--a",     "-",  "",
                       "3",      "-1",      "++",       "--help", "--value", "[",  "lessons[0][0]",
                       "[a,b]",  "\xff",    "\x1b[2J",  "=",      "--=",     "-=", "{}",
                       "%s",     "/dev",    "--digits", "1e9"};
    std::mt19937 random(1);  // NOLINT: the same words in every run
    for (int i = 0; i < 2000; ++i) {
      Words words(1 + random() % 6, "list");
      for (std::size_t w = 1; w < words.size(); ++w) words[w] = pieces[random() % pieces.size()];
      CAPTURE(i);
      const attn::Outcome outcome = attn::run(words, {});
      CHECK(outcome.code >= 0);
      CHECK(outcome.code <= 2);
      CHECK((outcome.code == 2) == !outcome.err.empty());
      if (outcome.code == 2) CHECK(outcome.out.empty());
      CHECK(std::ranges::count(outcome.err, '\n') == (outcome.code == 2 ? 1 : 0));
    }
  }
}
