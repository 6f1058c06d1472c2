#include <doctest/doctest.h>
#include <fmt/format.h>

#include "document/page.hpp"
#include "render/format.hpp"
#include "render/latex/parts.hpp"

using namespace attn;

namespace {

std::string render(Block block) {
  Document page;
  page.blocks.push_back(std::move(block));
  return render_latex(page, {});
}

}  // namespace

TEST_SUITE_BEGIN("latex");

TEST_CASE("prints markup as itself") {
  CHECK(latex::escape("a_b & 50% #1 $x$ {y}") == "a\\_b \\& 50\\% \\#1 \\$x\\$ \\{y\\}");
  CHECK(latex::escape("\\ ~ ^ < >") ==
        "\\textbackslash{} \\texttt{\\char126} \\texttt{\\char94} \\textless{} \\textgreater{}");
}

TEST_CASE("keeps the end of a row from finding options") {
  CHECK(latex::escape("[x] *") == "{[}x] {*}");
}

TEST_CASE("lets a line end within an address, and not within a fraction") {
  CHECK(latex::escape("see a.org/b/c now") == "see a.org/\\allowbreak{}b/\\allowbreak{}c now");
  CHECK(latex::escape("1/6 and 1/2") == "1/6 and 1/2");
}

TEST_CASE("keeps the two hyphens of an option apart") {
  CHECK(latex::typewriter("--scale 1") == "\\texttt{-{}-scale~1}");
}

TEST_CASE("sets signs of mathematics, and letters that have a mark") {
  CHECK(latex::escape("√d ≤ 1 − Σ") == "$\\surd$d $\\le$ 1 $-$ $\\Sigma$");
  CHECK(latex::escape("cafe\u0301") == "caf\u00e9");
}

TEST_CASE("sets floors, growth and fractions as mathematics") {
  CHECK(latex::escape("⌊h / 2⌋ ∝ Θ(½)") ==
        "$\\lfloor$h / 2$\\rfloor$ $\\propto$ $\\Theta$($\\frac12$)");
}

TEST_CASE("writes letters visibly that pdflatex lacks") {
  CHECK(latex::escape("\u732b") == "\\texttt{{\\char92}u{\\char123}732b{\\char125}}");
  CHECK(latex::printed_width("\u732b") == 8);
  CHECK(latex::escape("\x1b") == "\\textbackslash{}u\\{1b\\}");
}

TEST_CASE("sets tables with booktabs, figures to the right") {
  const Table table{"t",
                    "50%",
                    {{"word", "word", ""}, {"w", "error", "max", 1, Column::Notation::scientific}},
                    {{"a&b", 2.2e-16}, {"", Missing{}}, {"c", -0.5}}};
  CHECK(render(table) ==
        "\\begin{center}\n\\small\n\\textit{50\\%}\\par\\nopagebreak\\medskip\n"
        "\\begin{tabular}{lr}\n\\toprule\nword & error (max) \\\\\n\\midrule\n"
        "a\\&b & $2.2 \\times 10^{-16}$ \\tabularnewline\n"
        " & --- \\tabularnewline\n"
        "c & $-5.0 \\times 10^{-1}$ \\tabularnewline\n"
        "\\bottomrule\n\\end{tabular}\n\\end{center}\n");
}

TEST_CASE("keeps the rows of a table apart whose words go over several lines") {
  const std::string words(60, 'w');
  const auto table_of = [](const std::string& cell) {
    return Table{"t", "", {{"a", "a", ""}, {"b", "b", ""}}, {{cell, "x"}, {cell, cell}}};
  };
  CHECK(render(table_of(words)).find("\\tabularnewline\n\\addlinespace\n") != std::string::npos);
  CHECK(render(table_of("short")).find("\\addlinespace") == std::string::npos);
}

TEST_CASE("shades a heatmap only where the preamble has colours") {
  const std::string map = render(Heatmap{"h", "", {"q"}, {"k", "l"}, {{1.0, Missing{}}}});
  CHECK(map.starts_with("\\providecommand{\\attnshade}[1]{\\ifdefined\\cellcolor"));
  CHECK(map.find("q & \\attnshade{0.031,0.188,0.420}\\attnlight 1.00 & ---") != std::string::npos);
}

TEST_CASE("aligns the lines of an equation at the relation sign") {
  CHECK(render(Equation{"e", {"a = b"}}) == "\\[\na = b\n\\]\n");
  CHECK(render(Equation{"e", {"a = b", "c \\le d"}}) ==
        "\\begin{align*}\na &= b \\\\\nc &\\le d\n\\end{align*}\n");
}

TEST_CASE("lists neighbouring claims together") {
  Document page;
  page.blocks = {Claim{"a", "holds", true, "0"}, Claim{"b", "fails", false, ""},
                 Paragraph{{"end"}}};
  CHECK(render_latex(page, {}) ==
        "\\begin{itemize}\n\\item[$\\surd$] \\textbf{holds} (0)\n"
        "\\item[$\\times$] \\textbf{fails}\n\\end{itemize}\n\nend\n");
}

TEST_CASE("sets the names of mathematics in prose, headings and captions") {
  Document page;
  page.blocks = {Heading{"By √d_k"}, Paragraph{{"W_Q, √8 and is_causal"}}};
  CHECK(render_latex(page, {}) ==
        "\\subsection{By $\\sqrt{d_k}$}\n\n$W_Q$, $\\sqrt{8}$ and is\\_causal\n");
}

TEST_CASE("cuts a wide table where a line of its own pages ends, or of a plain article") {
  Document page;
  Table table{"t", "", {{"row", "row", ""}}, {{"a"}}};
  for (int i = 0; i < 9; ++i) {
    table.columns.push_back({fmt::format("c{}", i), "column", ""});
    table.rows[0].push_back(1.0);
  }
  page.blocks.push_back(table);
  const auto tabulars = [&page](bool standalone) {
    const std::string text = render_latex(page, {.standalone = standalone});
    int count = 0;
    for (std::size_t at = 0; (at = text.find("\\begin{tabular}", at)) != text.npos; ++at) ++count;
    return count;
  };
  CHECK(tabulars(false) == 2);
  CHECK(tabulars(true) == 1);
}

TEST_CASE("puts the title at the level asked for, and sections below it") {
  const Document page{"lesson", "A", {}, {Heading{"One"}}, {}};
  CHECK(render_latex(page, {.level = 2}) == "\\subsection{A}\n\n\\subsubsection{One}\n");
}

TEST_CASE("is a fragment, or a file that stands alone") {
  const Document page{"lesson", "A & B", {}, {Heading{"One"}}, {}};
  CHECK(render_latex(page, {}) == "\\section{A \\& B}\n\n\\subsection{One}\n");
  const std::string file = render_latex(page, {.standalone = true});
  CHECK(file.starts_with("\\documentclass{article}\n"));
  CHECK(file.find("\\title{A \\& B}") != std::string::npos);
  CHECK(file.find("\\section{One}") != std::string::npos);
  CHECK(file.ends_with("\\end{document}\n"));
}

TEST_CASE("lets LaTeX count the sections that have a number, and no other beside them") {
  const Document page{"lesson", "A", {}, {Heading{"One", 2, "one", "1"}, Heading{"Last"}}, {}};
  CHECK(render_latex(page, {}) ==
        "\\section{A}\n\n\\subsection{One}\\label{attn:lesson-one}\n\n\\subsection*{Last}\n");
}

TEST_CASE("refers to a section by its label") {
  Inline piece = section_number("one");
  piece.text = "1";
  const Document page{
      "lesson", "", {}, {Heading{"One", 2, "one", "1"}, Paragraph{{"section ", piece}}}, {}};
  CHECK(render_latex(page, {}) ==
        "\\subsection{One}\\label{attn:lesson-one}\n\nsection \\ref{attn:lesson-one}\n");
}

TEST_SUITE_END();
