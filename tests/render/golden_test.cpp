// Every format keeps saying what it said: one golden file a format, read line by line when it
// changes. ATTN_UPDATE_GOLDEN=1 writes them anew.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "document/find.hpp"
#include "render/fixture.hpp"
#include "render/format.hpp"
#include "support/error.hpp"

using namespace attn;

namespace {

std::string golden_path(std::string_view name) {
  return std::string{ATTN_TESTS} + "/golden/" + std::string{name};
}

std::string read(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

// "line 7" and the two lines that stand there; nothing where the texts are the same.
std::string first_difference(const std::string& expected, const std::string& actual) {
  if (expected == actual) return "";
  std::istringstream want{expected}, have{actual};
  std::string want_line, have_line;
  for (int number = 1;; ++number) {
    const bool more = static_cast<bool>(std::getline(want, want_line));
    const bool and_more = static_cast<bool>(std::getline(have, have_line));
    if (!more && !and_more) return "the newline at the end";
    if (more && and_more && want_line == have_line) continue;
    return fmt::format("line {}\n  golden: {}\n  now:    {}", number,
                       more ? want_line : "(no such line)",
                       and_more ? have_line : "(no such line)");
  }
}

void check_golden(std::string_view name, const std::string& bytes) {
  const std::string path = golden_path(name);
  const char* update = std::getenv("ATTN_UPDATE_GOLDEN");
  if (update != nullptr && std::string_view{update} == "1") {
    std::ofstream{path, std::ios::binary} << bytes;
  }
  CAPTURE(path);
  CHECK(first_difference(read(path), bytes) == "");
}

// The whole page, or as much of it as the format holds.
Document fixture_for(const Format& format) {
  static const std::map<std::string_view, std::string> kPart{{"csv", "numbers"}, {"svg", "causal"}};
  const auto part = kPart.find(format.name);
  return part == kPart.end() ? test::fixture() : only(test::fixture(), {part->second});
}

}  // namespace

TEST_SUITE_BEGIN("golden");

TEST_CASE("files hold what each format writes") {
  for (const Format& format : formats()) {
    check_golden("fixture." + std::string{format.extension},
                 format.render(fixture_for(format), {}));
  }
}

TEST_CASE("files hold the text format's variants") {
  check_golden("fixture.ascii.txt", render_text(test::fixture(), {.ascii = true}));
  check_golden("fixture.color.txt", render_text(test::fixture(), {.color = true}));
  check_golden("fixture.narrow.txt", render_text(test::fixture(), {.digits = 2, .width = 40}));
}

TEST_CASE("files hold both kinds of picture") {
  check_golden("fixture.chart.svg", render_svg(only(test::fixture(), {"peaks"}), {}));
}

TEST_CASE("files hold what stands alone") {
  check_golden("fixture.standalone.html", render_html(test::fixture(), {.standalone = true}));
  check_golden("fixture.standalone.tex", render_latex(test::fixture(), {.standalone = true}));
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("formats");

TEST_CASE("end in one line feed") {
  for (const Format& format : formats()) {
    CAPTURE(format.name);
    const std::string bytes = format.render(fixture_for(format), {});
    CHECK(bytes.ends_with("\n"));
    CHECK_FALSE(bytes.ends_with("\n\n"));
    CHECK(bytes.find('\r') == std::string::npos);
  }
}

TEST_CASE("that hold one thing say what there is to choose from") {
  CHECK_THROWS_WITH_AS(render_csv(test::fixture(), {}),
                       "csv holds one table; this page has numbers, wide, words, causal, large, "
                       "peaks, gaps: choose one with --only",
                       Error);
  CHECK_THROWS_WITH_AS(render_svg(test::fixture(), {}),
                       "svg holds one picture; this page has causal, large, peaks, gaps: choose "
                       "one with --only",
                       Error);
  CHECK_THROWS_WITH_AS(render_csv({}, {}), "csv holds one table; this page has none", Error);
}

TEST_CASE("write nothing for a text page without title and blocks") {
  CHECK(render_text({}, {}).empty());
  CHECK(render_markdown({}, {}).empty());
}

TEST_CASE("leave the title to the reader of a part") {
  const Document page{"lesson", "The title", {}, {Heading{"Section"}}, {}};
  for (const auto render : {render_text, render_markdown, render_latex, render_html}) {
    CHECK(render(page, {}).find("The title") != std::string::npos);
    CHECK(render(page, {.title = false}).find("The title") == std::string::npos);
  }
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("format_named");

TEST_CASE("knows a format by its name and by its extension") {
  CHECK(format_named("markdown").name == "markdown");
  CHECK(format_named("md").name == "markdown");
  CHECK(format_named("txt").name == "text");
}

TEST_CASE("answers another name with the nearest, and with all") {
  CHECK_THROWS_WITH(
      format_named("makrdown"),
      doctest::Contains("unknown format \"makrdown\"; did you mean "
                        "\"markdown\"? there are: text, markdown, latex, html, csv, json, svg"));
}

TEST_SUITE_END();
