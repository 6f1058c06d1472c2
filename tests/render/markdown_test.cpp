#include <doctest/doctest.h>

#include "document/page.hpp"
#include "render/format.hpp"
#include "render/tabulated.hpp"

using namespace attn;

namespace {

std::string markdown(Block block) {
  Document page;
  page.blocks.push_back(std::move(block));
  return render_markdown(page, {});
}

std::string paragraph(Prose prose) { return markdown(Paragraph{std::move(prose)}); }

}  // namespace

TEST_SUITE_BEGIN("markdown");

TEST_CASE("keeps markup in a word from being markup") {
  CHECK(paragraph({"a*b `c` [d](e) <f> ~g~ $h$ &amp; | \\"}) ==
        "a\\*b \\`c\\` \\[d](e) \\<f> \\~g\\~ \\$h\\$ \\&amp; | \\\\\n");
}

TEST_CASE("escapes an underscore only where it could mean emphasis") {
  CHECK(paragraph({"is_causal, _x_, y_"}) == "is_causal, \\_x\\_, y\\_\n");
}

TEST_CASE("sets the names of mathematics in prose, headings and captions") {
  CHECK(paragraph({"by √d_k, W_Q"}) == "by $\\sqrt{d_k}$, $W_Q$\n");
  CHECK(markdown(Heading{"About √d"}) == "## About $\\sqrt{d}$\n");
  CHECK(markdown(Table{"t", "By d_k", {{"n", "√d", ""}}, {{Integer{1}}}}) ==
        "_By $d_k$_\n\n|  √d |\n| --: |\n|   1 |\n");
}

TEST_CASE("puts the title at the level asked for, and sections below it") {
  const Document page{"lesson", "A", {}, {Heading{"One"}}, {}};
  CHECK(render_markdown(page, {}) == "# A\n\n## One\n");
  CHECK(render_markdown(page, {.level = 3}) == "### A\n\n#### One\n");
  CHECK(render_markdown(page, {.level = 6}) == "###### A\n\n###### One\n");
}

TEST_CASE("begins no list, heading or rule by accident") {
  CHECK(paragraph({"# one"}) == "\\# one\n");
  CHECK(paragraph({"- one"}) == "\\- one\n");
  CHECK(paragraph({"+ one"}) == "\\+ one\n");
  CHECK(paragraph({"12. one"}) == "12\\. one\n");
  CHECK(paragraph({"1) one"}) == "1\\) one\n");
  CHECK(paragraph({"> one"}) == "\\> one\n");
  CHECK(paragraph({"| one |"}) == "\\| one |\n");
  CHECK(paragraph({"==="}) == "\\===\n");
  CHECK(paragraph({"0.5 is half"}) == "0\\.5 is half\n");
}

TEST_CASE("leaves signs alone that mean nothing where they stand") {
  CHECK(paragraph({"a < b & c > d, |x|"}) == "a < b & c > d, |x|\n");
}

TEST_CASE("shows control characters and line breaks of a word") {
  CHECK(paragraph({"a\nb\x1b"}) == "a\\\\u{a}b\\\\u{1b}\n");
}

TEST_CASE("fences code with more backticks than it holds") {
  CHECK(paragraph({code("a`b")}) == "``a`b``\n");
  CHECK(paragraph({code("`a")}) == "`` `a ``\n");
  CHECK(markdown(Listing{"a\n````\n", "text"}) == "`````text\na\n````\n`````\n");
}

TEST_CASE("writes mathematics without bars and angles") {
  CHECK(paragraph({math("|x| < 1")}) == "$\\vert x\\vert \\lt 1$\n");
  CHECK(markdown(Equation{"e", {"a = b"}}) == "$$\na = b\n$$\n");
  CHECK(markdown(Equation{"e", {"a = b", "x_i \\le c"}}) ==
        "$$\n\\begin{aligned}\na &= b \\\\\nx_i &\\le c\n\\end{aligned}\n$$\n");
}

TEST_CASE("aligns figures to the right, in the source too") {
  const Table table{"t",
                    "Caption",
                    {{"word", "word", ""}, {"w", "weight", "kg", 2}},
                    {{"a|b", 0.5}, {"猫", -10.0}, {"", Missing{}}}};
  CHECK(markdown(table) ==
        "_Caption_\n\n"
        "| word | weight (kg) |\n"
        "| ---- | ----------: |\n"
        "| a\\|b |        0.50 |\n"
        "| 猫   |      -10.00 |\n"
        "|      |           — |\n");
}

TEST_CASE("thins the points of a long chart, and says so") {
  const auto chart_of = [](int points) {
    Chart chart{"c", "Squares", "x", "", false, false, {{"f", {}}}};
    for (int x = 0; x < points; ++x) chart.series[0].points.emplace_back(x, x * x);
    return chart;
  };
  const Table even = thinned(tabulated(chart_of(41)));
  CHECK(even.caption == "Squares; every 4th point");
  CHECK(even.rows.size() == 11);
  CHECK(std::get<double>(even.rows.back()[0]) == 40);
  const Table odd = thinned(tabulated(chart_of(40)));
  CHECK(odd.caption == "Squares; every 4th point and the last");
  CHECK(std::get<double>(odd.rows.back()[0]) == 39);
  CHECK(thinned(tabulated(chart_of(16))).rows.size() == 16);
  Document page;
  page.blocks.emplace_back(chart_of(41));
  CHECK(render_markdown(page, {}).find("_Squares; every 4th point_") != std::string::npos);
}

TEST_CASE("thins no chart whose curves have different points") {
  Chart chart{"c", "", "x", "", false, false, {{"f", {}}, {"g", {{0.5, 1}}}}};
  for (int x = 0; x < 41; ++x) chart.series[0].points.emplace_back(x, x);
  CHECK(thinned(tabulated(chart)).rows.size() == 42);
}

TEST_CASE("keeps the figures of a heatmap and the points of a chart") {
  const Heatmap map{"h", "", {"q"}, {"k", "l"}, {{0.25, Missing{}}}};
  CHECK(markdown(map) ==
        "|     |    k |   l |\n"
        "| --- | ---: | --: |\n"
        "| q   | 0.25 |   — |\n");
  const Chart chart{"c", "", "d", "", false, false, {{"f", {{1, 0.5}, {2, 3}}}, {"g", {{2, 4}}}}};
  CHECK(markdown(chart) ==
        "|   d |   f |   g |\n"
        "| --: | --: | --: |\n"
        "|   1 | 0.5 |   — |\n"
        "|   2 |   3 |   4 |\n");
}

TEST_CASE("lists claims with their evidence, one below the other") {
  Document page;
  page.blocks = {Claim{"a", "holds", true, "0"}, Claim{"b", "fails", false, ""}};
  CHECK(render_markdown(page, {}) == "- ✓ **holds** (0)\n- ✗ **fails**\n");
}

TEST_CASE("quotes a note and fences what to try") {
  CHECK(markdown(Note{"Why", {"Because."}}) == "> **Why**\n>\n> Because.\n");
  CHECK(markdown(NextSteps{{{"attn list", {"All."}}}}) ==
        "**Try**\n\n```console\n$ attn list\n```\n\nAll.\n");
}

TEST_SUITE_END();
