// Which comments are markers, and which are only text that looks like one?
#include "embed/marker.hpp"

#include <doctest/doctest.h>

#include <string>

using attn::Marker;
using attn::Syntax;

namespace {

// "block:list -o" for each marker, in order.
std::vector<std::string> found(std::string_view notes, Syntax syntax) {
  std::vector<std::string> result;
  for (const Marker& marker : attn::find_markers(notes, syntax)) {
    const char* kinds[] = {"block", "value", "end", "unfinished"};
    const std::string kind = kinds[static_cast<int>(marker.kind)];
    result.push_back(kind + ":" + std::string(marker.words.of(notes)));
  }
  return result;
}

std::vector<std::string> markdown(std::string_view notes) { return found(notes, Syntax::markdown); }
std::vector<std::string> latex(std::string_view notes) { return found(notes, Syntax::latex); }
std::vector<std::string> html(std::string_view notes) { return found(notes, Syntax::html); }

using Found = std::vector<std::string>;

}  // namespace

TEST_SUITE("a marker in Markdown") {
  TEST_CASE("is a comment that begins with attn: or attn= or /attn") {
    CHECK(markdown("<!-- attn: list -->\n\n<!-- /attn 0123abcd -->\n") ==
          Found{"block:list", "end:0123abcd"});
    CHECK(markdown("a <!--attn=w x-->1<!--/attn--> b") == Found{"value:w x", "end:"});
  }

  TEST_CASE("may go over several lines of its comment") {
    CHECK(markdown("<!-- attn: list\n     --ascii -->\n") == Found{"block:list\n     --ascii"});
  }

  TEST_CASE("is no comment that only mentions attn") {
    CHECK(markdown("<!-- attn is a program -->\n\n<!-- /attnx -->\n\n<!-- see attn: -->").empty());
  }

  TEST_CASE("is text in fenced code") {
    CHECK(markdown("```\n<!-- attn: list -->\n```\n").empty());
    CHECK(markdown("~~~~\n~~~\n<!-- attn: list -->\n~~~~\n").empty());
    CHECK(markdown("- a\n\n  ```\n  <!-- attn: list -->\n  ```\n").empty());
    CHECK(markdown("> ```\n> <!-- attn: list -->\n> ```\n").empty());
  }

  TEST_CASE("is text in fenced code that is never closed") {
    CHECK(markdown("```\n<!-- attn: list -->\n\n<!-- /attn -->\n").empty());
  }

  TEST_CASE("is text in indented code, and live in an indented list item") {
    CHECK(markdown("a\n\n    <!-- attn: list -->\n").empty());
    CHECK(markdown("- a\n\n    <!-- attn: list -->\n") == Found{"block:list"});
  }

  TEST_CASE("is live after a fence that its list item or quote ends") {
    CHECK(markdown("- ```\n  x\n<!-- attn: list -->\n") == Found{"block:list"});
    CHECK(markdown("> ```\n> x\n\n<!-- attn: list -->\n") == Found{"block:list"});
    CHECK(markdown("> ```\n> x\n<!-- attn: list -->\n") == Found{"block:list"});
  }

  TEST_CASE("is text in a code span, whatever the number of backticks") {
    CHECK(markdown("write `<!-- attn: list -->` here").empty());
    CHECK(markdown("write ``a ` <!-- attn= list x -->`` here").empty());
    CHECK(markdown("# write `<!-- attn= list x -->` here\n").empty());
  }

  TEST_CASE("is live beside a backtick that opens no code span") {
    CHECK(markdown("a ` b <!-- attn= w x -->1<!-- /attn --> ``") == Found{"value:w x", "end:"});
    CHECK(markdown("a ` b\n\n<!-- attn: list -->\n\n c ` d") == Found{"block:list"});
    CHECK(markdown("- a ` b\n- <!-- attn= w x -->1<!-- /attn --> ` c") ==
          Found{"value:w x", "end:"});
  }

  TEST_CASE("is text after a backslash") {
    CHECK(markdown("a \\<!-- attn= w x -->").empty());
    CHECK(markdown("a \\\\<!-- attn= w x -->") == Found{"value:w x"});
    CHECK(markdown("a \\` b <!-- attn= w x --> `") == Found{"value:w x"});
  }

  TEST_CASE("is text within another comment") {
    CHECK(markdown("<!-- once <!-- attn: list -->\n").empty());
  }

  TEST_CASE("is unfinished when its comment does not end, and the next is found") {
    CHECK(markdown("<!-- attn: list\n\n<!-- /attn -->\n") == Found{"unfinished:", "end:"});
    CHECK(markdown("<!-- attn: list\n\nthe rest\n") == Found{"unfinished:"});
  }

  TEST_CASE("is found between the tags of raw HTML") {
    CHECK(markdown("<div>\n<!-- attn: list -->\n</div>\n") == Found{"block:list"});
    CHECK(markdown("<div>\n` <!-- attn: list --> `\n</div>\n") == Found{"block:list"});
  }

  TEST_CASE("is found whatever ends the lines, and after a byte-order mark") {
    CHECK(markdown("a\r\n\r\n```\r\n<!-- attn: x -->\r\n```\r\n\r\n<!-- attn: y -->\r\n") ==
          Found{"block:y"});
    CHECK(markdown("a\r\r```\r<!-- attn: x -->\r```\r\r<!-- attn: y -->\r") == Found{"block:y"});
    CHECK(markdown("\xef\xbb\xbf<!-- attn: y -->\n") == Found{"block:y"});
  }
}

TEST_SUITE("a marker in LaTeX") {
  TEST_CASE("is a comment up to the end of its line") {
    CHECK(latex("% attn: list\nx\n% /attn 0123abcd\n") == Found{"block:list", "end:0123abcd"});
    CHECK(latex("is %attn= w x\n0.75% /attn\n") == Found{"value:w x", "end:"});
  }

  TEST_CASE("is text after an escaped percent sign or another comment sign") {
    CHECK(latex("50\\% attn: list\n").empty());
    CHECK(latex("%% attn: list\n% see % attn: list\n").empty());
    CHECK(latex("a\\\\% attn= w x\n") == Found{"value:w x"});
  }

  TEST_CASE("is text where TeX reads verbatim") {
    CHECK(latex("\\begin{verbatim}\n% attn: list\n\\end{verbatim}\n% attn: a\n") ==
          Found{"block:a"});
    CHECK(latex("\\begin{lstlisting}[language=C]\n% attn: list\n\\end{verbatim}\n").empty());
    CHECK(latex("\\verb|% attn: list| % attn= w x\n") == Found{"value:w x"});
    CHECK(latex("\\verb*+% attn: list+\n").empty());
    CHECK(latex("\\begin{comment} x \\end{comment} % attn= w x\n") == Found{"value:w x"});
  }

  TEST_CASE("is live in an environment that is not verbatim") {
    CHECK(latex("\\begin{center}\n% attn: list\n\\verbatiminput{x}\n") == Found{"block:list"});
  }
}

TEST_SUITE("a marker in HTML") {
  TEST_CASE("is a comment, in preformatted text too") {
    CHECK(html("<pre>`<!-- attn= w x -->1<!-- /attn -->`</pre>") == Found{"value:w x", "end:"});
  }

  TEST_CASE("is text in a script, a style sheet and a text area") {
    CHECK(html("<script>'<!-- attn: list -->'</script><!-- attn: a -->") == Found{"block:a"});
    CHECK(html("<STYLE a=b>/*<!-- attn: list -->*/</Style >").empty());
    CHECK(html("<textarea><!-- attn: list -->").empty());
  }

  TEST_CASE("is live after an element whose name only begins like those") {
    CHECK(html("<scripted><!-- attn: list -->") == Found{"block:list"});
  }

  TEST_CASE("is live after the shortest comment there is") {
    CHECK(html("<!--><!-- attn: list -->") == Found{"block:list"});
  }
}
