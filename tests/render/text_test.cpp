#include <doctest/doctest.h>

#include <algorithm>

#include "document/page.hpp"
#include "render/fixture.hpp"
#include "render/format.hpp"
#include "support/text.hpp"

using namespace attn;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string text(Block block, const RenderOptions& options = {}) {
  Document page;
  page.blocks.push_back(std::move(block));
  return render_text(page, options);
}

Table two_by_two() {
  return {"t",
          "",
          {{"word", "word", ""}, {"w", "w", ""}, {"n", "count", "B"}},
          {{"the", 0.25, Integer{1024}}, {"猫", -10.5, Missing{}}}};
}

std::string without_colour(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace

TEST_SUITE_BEGIN("text");

TEST_CASE("keeps every line within the width") {
  for (const int width : {60, 80, 120}) {
    for (const bool ascii : {false, true}) {
      for (const auto& line :
           lines_of(render_text(test::fixture(), {.width = width, .ascii = ascii}))) {
        CAPTURE(line);
        CHECK(display_width(line) <= width);
      }
    }
  }
}

TEST_CASE("leaves no space at the end of a line") {
  for (const auto& line : lines_of(render_text(test::fixture(), {}))) {
    CAPTURE(line);
    CHECK_FALSE(line.ends_with(' '));
  }
}

TEST_CASE("has nothing beyond ASCII when only that will do") {
  const std::string page = render_text(test::fixture(), {.ascii = true});
  CHECK(std::ranges::all_of(page, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

TEST_CASE("lets no control character of a reader through") {
  const std::string page = render_text(test::fixture(), {});
  CHECK(page.find('\x1b') == std::string::npos);
  CHECK(page.find("\\u{1b}[31mred") != std::string::npos);
}

TEST_CASE("is the same with colours, but for them") {
  Document page = test::fixture();
  // A heatmap's shades give way to colours.
  std::erase_if(page.blocks, [](const Block& b) { return std::holds_alternative<Heatmap>(b); });
  CHECK((without_colour(render_text(page, {.color = true})) == render_text(page, {})));
}

TEST_CASE("aligns columns by what a terminal shows, figures to the right") {
  CHECK(text(two_by_two()) ==
        "                  count\n"
        "  word         w    (B)\n"
        "  ─────────────────────\n"
        "  the     0.2500  1,024\n"
        "  猫    -10.5000      —\n");
}

TEST_CASE("shows the digits that were asked for") {
  CHECK(text(two_by_two(), {.digits = 1}).find("-10.5\n") == std::string::npos);
  CHECK(text(two_by_two(), {.digits = 1}).find("  -10.5  ") != std::string::npos);
}

TEST_CASE("cuts a wide table into blocks that repeat the first column") {
  Table table{"t", "", {{"word", "word", ""}}, {{"cat"}}};
  for (int c = 1; c <= 5; ++c) {
    table.columns.push_back({fmt::format("c{}", c), fmt::format("key{}", c), "", 4});
    table.rows[0].emplace_back(c / 8.0);
  }
  CHECK(text(table, {.width = 32}) ==
        "  columns 1 to 3 of 5\n"
        "  word    key1    key2    key3\n"
        "  ────────────────────────────\n"
        "  cat   0.1250  0.2500  0.3750\n"
        "\n"
        "  columns 4 to 5 of 5\n"
        "  word    key4    key5\n"
        "  ────────────────────\n"
        "  cat   0.5000  0.6250\n");
}

TEST_CASE("wraps words in a table rather than cutting it") {
  const Table table{"t",
                    "",
                    {{"a", "place", ""}, {"b", "why", ""}},
                    {{"table", "256 bytes are not zero bytes"}, {"script", "stops"}}};
  CHECK(text(table, {.width = 28}) ==
        "  place   why\n"
        "  ─────────────────────────\n"
        "  table   256 bytes are not\n"
        "          zero bytes\n"
        "\n"
        "  script  stops\n");
}

TEST_CASE("wraps prose, and keeps what touches together") {
  CHECK(text(Paragraph{{"Scores are divided by ", math(R"(\sqrt{d_k})"), ", see ", code("--scale"),
                        "."}},
             {.width = 30}) ==
        "Scores are divided by √d_k,\n"
        "see `--scale`.\n");
}

TEST_CASE("aligns the lines of an equation at the relation sign") {
  CHECK(text(Equation{"e", {R"(S' = \frac{Q K^\top}{\sqrt{d_k}})", R"(0 \le A_{ij} \le 1)"}}) ==
        "    S' = Q Kᵀ / √d_k\n"
        "     0 ≤ A_ij ≤ 1\n");
}

TEST_CASE("shades a heatmap, with its figures where they fit") {
  const Heatmap map{"h", "", {"the", "cat"}, {"the", "cat"}, {{1.0, Missing{}}, {0.25, 0.75}}};
  CHECK(text(map) ==
        "          the     cat\n"
        "  ───────────────────\n"
        "  the ██ 1.00       ·\n"
        "  cat ░░ 0.25 ▓▓ 0.75\n"
        "\n"
        "  0   ░░▒▒▓▓██ 1   · hidden\n");
  CHECK(text(map, {.ascii = true}) ==
        "          the     cat\n"
        "  -------------------\n"
        "  the @@ 1.00       x\n"
        "  cat :: 0.25 ## 0.75\n"
        "\n"
        "  0  .:-=+*#%@ 1   x hidden\n");
}

TEST_CASE("shades a large heatmap without figures, and numbers its columns") {
  Heatmap map{"h", "", {"cat"}, {}, {{}}};
  for (int c = 0; c < 6; ++c) {
    map.column_labels.push_back(fmt::format("key{}", c));
    map.cells[0].emplace_back(c / 5.0);
  }
  CHECK(text(map, {.width = 44}) ==
        "        1       5\n"
        "  1 cat   ░░▒▒▓▓████\n"
        "\n"
        "  columns: 1 key0, 2 key1, 3 key2, 4 key3,\n"
        "  5 key4, 6 key5\n"
        "  0   ░░▒▒▓▓██ 1\n");
}

TEST_CASE("says whether a claim holds, and by what") {
  CHECK(text(Claim{"c", "rows sum to 1", true, "max |Σ−1| = 2.2e-16"}) ==
        "✓ rows sum to 1   max |Σ−1| = 2.2e-16\n");
  CHECK(text(Claim{"c", "rows sum to 1", false, "2"}, {.ascii = true}) ==
        "[FAILS] rows sum to 1   2\n");
}

TEST_CASE("puts evidence below a claim that fills the line") {
  CHECK(text(Claim{"c", "every row sums to 1", true, "max error 2e-16"}, {.width = 30}) ==
        "✓ every row sums to 1\n"
        "  max error 2e-16\n");
}

TEST_CASE("marks the points of a chart where they belong") {
  const Chart chart{"c", "", "x", "y", false, false, {{"f", {{0, 0}, {1, 1}}}}};
  const Lines lines = lines_of(text(chart, {.width = 40, .ascii = true}));
  CHECK(lines[0] == "  y");
  CHECK(lines[1].starts_with("    1 +"));
  CHECK(lines[1].ends_with("o"));
  CHECK(lines[14].starts_with("    0 +o"));
}

TEST_CASE("draws a chart that has nothing to draw") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Chart& chart :
       {Chart{"c", "", "", "", true, true, {}}, Chart{"c", "", "", "", true, true, {{"f", {}}}},
        Chart{"c", "", "", "", true, true, {{"f", {{0, nan}, {-1, 0}}}}},
        Chart{"c", "", "", "", false, false, {{"f", {{1e308, -1e308}, {-1e308, 1e308}}}}},
        Chart{"c", "", "", "", false, false, {{"f", {{5e-324, 0}, {1e-323, 5e-324}}}}}}) {
    CHECK_FALSE(text(chart).empty());
  }
}

TEST_SUITE_END();
