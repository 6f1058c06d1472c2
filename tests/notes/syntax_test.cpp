// Does the name of a file tell how its notes are written?
#include "notes/syntax.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

using attn::Syntax;
using attn::syntax_of;

TEST_SUITE("the syntax of notes") {
  TEST_CASE("is told by the file's extension, capitals or not") {
    CHECK(syntax_of("a.md") == Syntax::markdown);
    CHECK(syntax_of("b/a.b.qmd") == Syntax::markdown);
    CHECK(syntax_of("a.Rmd") == Syntax::markdown);
    CHECK(syntax_of("a.markdown") == Syntax::markdown);
    CHECK(syntax_of("A.TEX") == Syntax::latex);
    CHECK(syntax_of("a.html") == Syntax::html);
  }

  TEST_CASE("is Markdown in MyST") { CHECK(syntax_of("a.myst") == Syntax::markdown); }

  TEST_CASE("is none of its own in other notes, which are notes all the same") {
    for (const char* name : {"a.rst", "a.TXT", "a.adoc", "a.org", "a.typ", "a.ipynb"}) {
      CAPTURE(name);
      CHECK_FALSE(attn::syntax_by_name(name));
      CHECK(attn::is_named_as_notes(name));
    }
    CHECK_FALSE(attn::is_named_as_notes("a.py"));
    CHECK_FALSE(attn::is_named_as_notes("md"));
    CHECK_FALSE(attn::is_named_as_notes("-"));
  }

  TEST_CASE("is Markdown for standard input") { CHECK(syntax_of("-") == Syntax::markdown); }

  TEST_CASE("is an error where the name tells nothing") {
    CHECK_THROWS_WITH_AS(syntax_of("b.md/notes.txt"),
                         "b.md/notes.txt: its name does not end in .md, .qmd, .tex or .html; add "
                         "--format markdown, latex or html",
                         attn::Error);
    CHECK_THROWS_AS(syntax_of("md"), attn::Error);
  }
}
