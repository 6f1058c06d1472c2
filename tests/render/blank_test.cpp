// Is there a place to write in every format, and what stands there already to be read?
#include <doctest/doctest.h>

#include "document/find.hpp"
#include "document/page.hpp"
#include "render/format.hpp"

using namespace attn;

namespace {

Document sheet() {
  Document page;
  page.blocks.emplace_back(Equation{"e", {"A = B"}});
  page.blocks.emplace_back(
      Table{"t",
            "",
            {{"row", "key", ""}, {"c0", "a", "", 1}, {"c1", "b", ""}},
            {{"q", 0.5, Blank{"w[q]<b>"}}, {"student", Blank{"student", "A & \"B\""}, Missing{}}}});
  return page;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("blanks");

TEST_CASE("are lines in text and Markdown") {
  CHECK(holds(render_text(sheet(), {}), "0.5  ________"));
  CHECK(holds(render_markdown(sheet(), {}), "\\_\\_"));
  CHECK(holds(render_text(sheet(), {}), "A & \"B\""));
}

TEST_CASE("are lines with room above them in LaTeX, on the page of the equation before") {
  const std::string page = render_latex(sheet(), {});
  CHECK(holds(page, "q & 0.5 & \\rule{0pt}{4ex}\\underline{\\hspace{4em}} \\tabularnewline"));
  CHECK(holds(page, "student & A \\& \\texttt{\\char34}B\\texttt{\\char34}"));
  CHECK(page.starts_with("\\begin{samepage}\n\\[\nA = B\n\\]"));
  CHECK(holds(page, "\\end{center}\n\n\\end{samepage}\n\\pagebreak[2]"));
  Document bare = sheet();
  bare.blocks.pop_back();
  bare.blocks.emplace_back(Table{"t", "", {{"a", "a", ""}}, {{1.0}}});
  CHECK_FALSE(holds(render_latex(bare, {}), "samepage"));
}

TEST_CASE("are fields in HTML, and those that are filled in are for reading only") {
  const std::string page = render_html(sheet(), {});
  CHECK(holds(page, "<input name=\"w[q]&lt;b&gt;\" aria-label=\"w[q]&lt;b&gt;\" size=\"8\"/>"));
  CHECK(holds(page, "value=\"A &amp; &quot;B&quot;\" readonly=\"readonly\"/>"));
}

TEST_CASE("can be saved from a page of its own, which sends nothing anywhere") {
  const std::string page = render_html(sheet(), {.standalone = true});
  CHECK(holds(page, "<button id=\"save\">"));
  for (const char* part : {"fetch(", "XMLHttpRequest", "http", " src=", "<form"}) {
    CAPTURE(part);
    CHECK_FALSE(holds(page, part));
  }
  CHECK_FALSE(holds(render_html(sheet(), {}), "<script"));
}

TEST_CASE("are empty in CSV and null in JSON") {
  CHECK(render_csv(sheet(), {}) == "key,a,b\nq,0.5,\nstudent,\"A & \"\"B\"\"\",\n");
  CHECK(holds(render_json(sheet(), {}), "[\"q\", 0.5, null]"));
  CHECK(holds(render_json(sheet(), {}), "[\"student\", \"A & \\\"B\\\"\", null]"));
}

TEST_CASE("are found in tables that have them") {
  CHECK(has_blanks(sheet().blocks[1]));
  CHECK_FALSE(has_blanks(sheet().blocks[0]));
  CHECK_FALSE(has_blanks(Table{"t", "", {{"a", "a", ""}}, {{1.0}}}));
}

TEST_SUITE_END();
