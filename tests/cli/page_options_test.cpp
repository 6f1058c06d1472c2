// Does every output get the format that its name or --format says?
#include "cli/page_options.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

namespace {

using Words = std::vector<std::string>;

attn::PageOptions options(const Words& given) {
  attn::CommandLine line("Own");
  attn::PageOptions result;
  attn::declare_page_options(line, result);
  line.parse(given);
  return result;
}

std::vector<attn::Target> targets(const Words& given, const attn::Console& console = {}) {
  return attn::targets_of(options(given), console);
}

Words formats_of(const Words& given) {
  Words names;
  for (const attn::Target& target : targets(given)) names.emplace_back(target.format->name);
  return names;
}

constexpr attn::Console kTerminal{.width = 120, .color = true};

}  // namespace

TEST_SUITE("an output") {
  TEST_CASE("is standard output, as text, when nothing is said") {
    REQUIRE(targets({}).size() == 1);
    CHECK(targets({}).front().path == attn::kStandardOutput);
    CHECK(formats_of({}) == Words{"text"});
  }

  TEST_CASE("has the format that its extension names") {
    CHECK(formats_of({"-o", "a.md"}) == Words{"markdown"});
    CHECK(formats_of({"-o", "a.b/c.json"}) == Words{"json"});
    CHECK(formats_of({"-o", "a.markdown"}) == Words{"markdown"});
  }

  TEST_CASE("may be one of several") {
    CHECK(formats_of({"-o", "a.md", "-o", "a.json", "-o", "a.txt"}) ==
          Words{"markdown", "json", "text"});
  }

  TEST_CASE("has the format of --format when its name says none") {
    CHECK(formats_of({"-f", "json"}) == Words{"json"});
    CHECK(formats_of({"-f", "json", "-o", "-", "-o", "a", "-o", "a.md"}) ==
          Words{"json", "json", "markdown"});
    CHECK(formats_of({"-f", "md", "-o", "a.doc"}) == Words{"markdown"});
    CHECK(formats_of({"-o", "/dev/stdout"}) == Words{"text"});
    CHECK(formats_of({"-o", ".json"}) == Words{"text"});
  }

  TEST_CASE("is refused when its extension names no format and nothing else does") {
    CHECK_THROWS_AS(formats_of({"-o", "a.doc"}), attn::Error);
  }

  TEST_CASE("is refused when its extension and --format contradict") {
    CHECK_THROWS_AS(formats_of({"-f", "json", "-o", "a.md"}), attn::Error);
    CHECK(formats_of({"-f", "json", "-o", "a.json"}) == Words{"json"});
  }

  TEST_CASE("is as wide as the terminal, 80 in a file, and --width beats both") {
    CHECK(targets({}, kTerminal).front().render.width == 120);
    CHECK(targets({"-o", "a.txt"}, kTerminal).front().render.width == 80);
    CHECK(targets({"--width", "40"}, kTerminal).front().render.width == 40);
    CHECK(targets({"--width", "40", "-o", "a.txt"}).front().render.width == 40);
  }

  TEST_CASE("is coloured on a terminal only, and --color beats that") {
    CHECK(targets({}, kTerminal).front().render.color);
    CHECK_FALSE(targets({}).front().render.color);
    CHECK_FALSE(targets({"-o", "a.txt"}, kTerminal).front().render.color);
    CHECK_FALSE(targets({"--color", "never"}, kTerminal).front().render.color);
    CHECK(targets({"--color", "always"}).front().render.color);
  }

  TEST_CASE("shows as many digits as --digits says") {
    CHECK(targets({}).front().render.digits < 0);
    CHECK(targets({"--digits", "0"}).front().render.digits == 0);
  }

  TEST_CASE("has its title at the level that --level says, unless it is a file of its own") {
    CHECK(targets({}).front().render.level == 1);
    CHECK(targets({"--level", "3"}).front().render.level == 3);
    CHECK_THROWS_AS(targets({"--level", "3", "--standalone"}), attn::Error);
    CHECK_THROWS_AS(targets({"--level", "7"}), attn::Error);
  }

  TEST_CASE("has the page's title, unless it is a part of the page") {
    CHECK(targets({}).front().render.title);
    CHECK_FALSE(targets({"--only", "weights"}).front().render.title);
  }
}

TEST_SUITE("--value") {
  TEST_CASE("is a number by itself") {
    CHECK(targets({"--value", "w[0][0]"}).size() == 1);
    CHECK_THROWS_AS(targets({"--value", "w[0][0]", "--only", "w"}), attn::Error);
    CHECK_THROWS_AS(targets({"--value", "w[0][0]", "--rows", "cat"}), attn::Error);
    CHECK_THROWS_AS(targets({"--value", "w[0][0]", "-f", "json"}), attn::Error);
  }
}
