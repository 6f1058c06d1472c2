#include <doctest/doctest.h>

#include "document/page.hpp"
#include "render/fixture.hpp"
#include "render/format.hpp"
#include "render/html/parts.hpp"

using namespace attn;

namespace {

std::string html_of(Block block) {
  Document page;
  page.blocks.push_back(std::move(block));
  return render_html(page, {});
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("html");

TEST_CASE("keeps a reader's word from being markup") {
  CHECK(html_of(Paragraph{{"<b> & \"x\"", code("a<b")}}) ==
        "<p>&lt;b&gt; &amp; &quot;x&quot;<code>a&lt;b</code></p>\n");
  CHECK(html::escape("\x1b") == "\\u{1b}");
}

TEST_CASE("sets the names of mathematics in prose, headings and captions") {
  const std::string root = html::inline_math(R"(\sqrt{d_k})");
  CHECK(html_of(Paragraph{{"by √d_k."}}) == "<p>by " + root + ".</p>\n");
  CHECK(html_of(Heading{"By √d_k"}) == "<h2>By " + root + "</h2>\n");
  CHECK(holds(html_of(Table{"t", "By √d_k", {{"n", "√d_k", ""}}, {}}), "By " + root));
}

TEST_CASE("puts the title at the level asked for, and sections below it") {
  const Document page{"lesson", "A", {}, {Heading{"One"}}, {}};
  CHECK(render_html(page, {.level = 2}) == "<h2>A</h2>\n<h3>One</h3>\n");
}

TEST_CASE("loads nothing, runs nothing, and styles nothing but itself") {
  const std::string page = render_html(test::fixture(), {.standalone = true});
  for (const char* part :
       {"<script", "<link", "<img", "<iframe", "url(", "@import", " src=", " onload", "href=\"h"}) {
    CAPTURE(part);
    CHECK_FALSE(holds(page, part));
  }
  CHECK_FALSE(holds(render_html(test::fixture(), {}), "<style"));
}

TEST_CASE("states the settings on a page of its own") {
  Document page;
  page.settings = {{"--seed", Integer{1} << 80}, {"--scale", 0.1}, {"--text", std::string{"<b>"}}};
  CHECK(holds(render_html(page, {.standalone = true}),
              "<p>Settings: <code>--seed 1208925819614629174706176</code>, "
              "<code>--scale 0.1</code>, <code>--text &lt;b&gt;</code></p>"));
}

TEST_CASE("states no setting that is off or has no value") {
  Document page;
  page.settings = {{"--text", Missing{}},
                   {"--seed", Integer{0}},
                   {"--causal", Integer{1}, true},
                   {"--untrained", Integer{0}, true}};
  CHECK(holds(render_html(page, {.standalone = true}),
              "<p>Settings: <code>--seed 0</code>, <code>--causal</code></p>"));
}

TEST_CASE("tells the style how wide a table is that paper would cut") {
  const std::vector<std::string> labels(20, "label");
  const Heatmap map{"h", "", {"row"}, labels, {std::vector<Cell>(20, Cell{0.5})}};
  CHECK(holds(html_of(map), "<table style=\"--characters:145\">"));  // 3 + 20 * 5 + 21 * 2
  CHECK(holds(html_of(Table{"t", "", {{"a", "word", ""}}, {{"cat"}}}), "<table>"));
}

TEST_CASE("sets figures to the right, and heads rows by their word") {
  const std::string table =
      html_of(Table{"t", "50 < 51", {{"a", "word", ""}, {"b", "w", "B", 2}}, {{"cat", -0.001}}});
  CHECK(holds(table, "<caption>50 &lt; 51</caption>"));
  CHECK(holds(table, "<th scope=\"col\" style=\"text-align:right\">w (B)</th>"));
  CHECK(holds(table,
              "<tr><th scope=\"row\" style=\"text-align:left\">cat</th>"
              "<td style=\"text-align:right;white-space:nowrap\">0.00</td></tr>"));
}

TEST_CASE("shades the cells of a heatmap and keeps the figures in them") {
  const std::string map = html_of(Heatmap{"h", "", {"q"}, {"k", "l"}, {{1.0, Missing{}}}});
  CHECK(holds(map, "background:#08306b;color:#fff;print-color-adjust:exact\">1.00</td>"));
  CHECK(holds(map, ">·</td>"));
}

TEST_CASE("lists neighbouring claims together") {
  Document page;
  page.blocks = {Claim{"a", "holds", true, "0"}, Claim{"b", "fails", false, ""}};
  CHECK(render_html(page, {}) ==
        "<ul class=\"claims\">\n"
        "<li><span class=\"holds\">✓</span> holds <span class=\"evidence\">(0)</span></li>\n"
        "<li><span class=\"fails\">✗</span> fails</li>\n</ul>\n");
}

TEST_SUITE_END();
TEST_SUITE_BEGIN("mathml");

TEST_CASE("has an element for every kind of part") {
  CHECK(html::inline_math(R"(\frac{x}{2})") == "<math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>");
  CHECK(html::inline_math(R"(\sqrt{d_k})") ==
        "<math><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></math>");
  CHECK(html::inline_math("x_1^2") ==
        "<math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math>");
  CHECK(html::inline_math(R"(\mathrm{d})") == "<math><mi mathvariant=\"normal\">d</mi></math>");
  CHECK(html::inline_math(R"(\text{if so})") == "<math><mtext>if so</mtext></math>");
}

TEST_CASE("lets brackets grow where they are meant to") {
  CHECK(html::inline_math(R"(\left( x \right))") ==
        "<math><mrow><mo fence=\"true\" form=\"prefix\">(</mo><mrow><mi>x</mi></mrow>"
        "<mo fence=\"true\" form=\"postfix\">)</mo></mrow></math>");
  CHECK(holds(html::inline_math("(x)"), "<mo stretchy=\"false\">(</mo>"));
}

TEST_CASE("tells a bar that opens from one that closes") {
  CHECK(html::inline_math("|x|^2") ==
        "<math><mrow><mo stretchy=\"false\" form=\"prefix\">|</mo><mi>x</mi><msup>"
        "<mo stretchy=\"false\" form=\"postfix\">|</mo><mn>2</mn></msup></mrow></math>");
}

TEST_CASE("puts the limits of a sum under and over it") {
  CHECK(holds(html::inline_math(R"(\sum_{j=1}^{n} a)"), "<munderover><mo>∑</mo>"));
}

TEST_CASE("keeps a name apart from what is no bracket") {
  CHECK(holds(html::inline_math(R"(\log n)"), "<mi>log</mi><mspace width=\"0.17em\"/>"));
  CHECK_FALSE(holds(html::inline_math(R"(\exp(n))"), "mspace"));
}

TEST_CASE("aligns lines at their relation signs") {
  const std::string math = html::display_math({"a = b", "c < d"});
  CHECK(holds(math, "<mi>a</mi></mtd>"));
  CHECK(holds(math, "<mrow><mo>&lt;</mo><mi>d</mi></mrow></mtd>"));
}

TEST_SUITE_END();
