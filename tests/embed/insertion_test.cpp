// Does an answer stand in the notes so that it shows as it is?
#include "embed/insertion.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

using attn::Answer;
using attn::insertion;
using attn::Place;
using attn::Syntax;

namespace {

Place block(std::string indent = "", std::string line_end = "\n") {
  return {false, 1, "list", {}, {}, std::move(indent), std::move(line_end)};
}

}  // namespace

TEST_SUITE("an insertion") {
  TEST_CASE("in Markdown has a blank line around it") {
    CHECK(insertion({"a\nb\n", "markdown"}, block(), Syntax::markdown) == "\na\nb\n\n");
  }

  TEST_CASE("in LaTeX and HTML has none, which would begin a paragraph") {
    CHECK(insertion({"a\n", "latex"}, block(), Syntax::latex) == "a\n");
    CHECK(insertion({"a\n", "html"}, block(), Syntax::html) == "a\n");
  }

  TEST_CASE("keeps the indent of its place, without white space at the end of a line") {
    CHECK(insertion({"a\n\nb\n", "markdown"}, block("  "), Syntax::markdown) == "\n  a\n\n  b\n\n");
    CHECK(insertion({"a\n\nb\n", "markdown"}, block("> "), Syntax::markdown) ==
          ">\n> a\n>\n> b\n>\n");
  }

  TEST_CASE("writes an infinite value so that TeX has a sign for it") {
    const Place value{true, 1, "w", {}, {}, "", ""};
    CHECK(insertion({"−∞\n", "text"}, value, Syntax::latex) == "$-\\infty$");
    CHECK(insertion({"∞\n", "text"}, value, Syntax::latex) == "$\\infty$");
    CHECK(insertion({"−∞\n", "text"}, value, Syntax::markdown) == "−∞");
  }

  TEST_CASE("ends its lines as the notes do") {
    CHECK(insertion({"a\nb\n", "latex"}, block("", "\r\n"), Syntax::latex) == "a\r\nb\r\n");
  }

  TEST_CASE("of another format is a listing") {
    CHECK(insertion({"a<b\n", "text"}, block(), Syntax::markdown) == "\n```text\na<b\n```\n\n");
    CHECK(insertion({"a<b\n", "text"}, block(), Syntax::latex) ==
          "\\begin{verbatim}\na<b\n\\end{verbatim}\n");
    CHECK(insertion({"a<b&c\n", "json"}, block(), Syntax::html) ==
          "<pre><code>a&lt;b&amp;c\n</code></pre>\n");
  }

  TEST_CASE("of HTML or a picture stands in Markdown as it is") {
    CHECK(insertion({"<b>x</b>\n", "html"}, block(), Syntax::markdown) == "\n<b>x</b>\n\n");
    CHECK(insertion({"<svg/>\n", "svg"}, block(), Syntax::html) == "<svg/>\n");
  }

  TEST_CASE("has a fence longer than any run of backticks in it") {
    CHECK(insertion({"a ```` b\n", "text"}, block(), Syntax::markdown) ==
          "\n`````text\na ```` b\n`````\n\n");
  }

  TEST_CASE("that would end its own listing is an error") {
    CHECK_THROWS_AS(insertion({"\\end{verbatim}\n", "text"}, block(), Syntax::latex), attn::Error);
  }

  TEST_CASE("of a value is the value alone") {
    Place value = block("  ");
    value.value = true;
    CHECK(insertion({"0.7507\n", "text"}, value, Syntax::markdown) == "0.7507");
    CHECK(insertion({"1,024\n", "text"}, value, Syntax::latex) == "1,024");
    CHECK(insertion({"1.5e-07\n", "text"}, value, Syntax::html) == "1.5e-07");
  }

  TEST_CASE("of a value that would mean something to the notes is an error") {
    Place value = block();
    value.value = true;
    for (const char* text : {"<!-- /attn -->", "50%", "a\nb", "", "`a`", "d_k"}) {
      CHECK_THROWS_AS(insertion({text, "text"}, value, Syntax::markdown), attn::Error);
    }
  }
}
