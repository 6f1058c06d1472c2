// Do references follow the sections that they point to?
#include "document/references.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace attn;

namespace {

Document page() {
  Document page;
  page.blocks = {Heading{"Plain", 2, "plain"}, Heading{"One", 2, "one", "1"},
                 Paragraph{{"see ", section_number("one")}}};
  return page;
}

const Inline& piece_of(const Document& page) {
  return std::get<Paragraph>(page.blocks.back()).prose.back();
}

}  // namespace

TEST_SUITE("a reference") {
  TEST_CASE("gets the number of its section") {
    Document document = page();
    resolve_references(document);
    CHECK(piece_of(document).text == "1");
    CHECK(piece_of(document).target == "one");
  }

  TEST_CASE("is refused where its heading is missing or has no number") {
    for (const char* id : {"two", "plain", ""}) {
      CAPTURE(id);
      Document document = page();
      document.blocks.push_back(Note{"", {section_number(id)}});
      CHECK_THROWS_AS(resolve_references(document), std::logic_error);
    }
  }

  TEST_CASE("is plain text once its section is gone") {
    Document document = page();
    resolve_references(document);
    loosen_references(document);
    CHECK(piece_of(document).kind == Inline::Kind::reference);
    document.blocks.erase(document.blocks.begin() + 1);
    loosen_references(document);
    CHECK(piece_of(document).kind == Inline::Kind::text);
    CHECK(piece_of(document).text == "1");
    CHECK(piece_of(document).target.empty());
  }
}
