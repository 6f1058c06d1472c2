// Is a heading written with its number, and known by what points to it?
#include "render/headings.hpp"

#include <doctest/doctest.h>

using namespace attn;

TEST_SUITE("a heading") {
  TEST_CASE("is its number and its text, or the text alone") {
    CHECK(numbered_text(Heading{"Pages", 2, "pages", "17.4"}) == "17.4. Pages");
    CHECK(numbered_text(Heading{"Pages"}) == "Pages");
  }

  TEST_CASE("has a place named after its page, since another page may have the same id") {
    Document page;
    page.lesson = "kv-cache";
    CHECK(anchor(page, "pages") == "kv-cache-pages");
  }

  TEST_CASE("is pointed to by contents, and by references in any prose") {
    const Heading heading{"Pages", 2, "pages", "1"};
    const Prose prose{"see ", section_number("pages")};
    const Block pointing[] = {Contents{{{"pages", "Pages"}}}, Paragraph{prose}, Note{"", prose},
                              NextSteps{{{"attn", prose}}}};
    for (const Block& block : pointing) {
      Document page;
      page.blocks = {heading, block};
      CHECK(is_pointed_to(page, heading));
    }
    Document page;
    page.blocks = {heading, Paragraph{{"see pages"}}, Paragraph{{section_number("other")}}};
    CHECK_FALSE(is_pointed_to(page, heading));
    CHECK_FALSE(is_pointed_to(page, Heading{"Plain"}));
  }
}
