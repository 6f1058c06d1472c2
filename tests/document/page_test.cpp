#include "document/page.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace attn;

TEST_SUITE_BEGIN("page");

TEST_CASE("keeps blocks in reading order") {
  Page page{"lesson", "Title"};
  page.heading("One");
  page.say("{} plus {}", 1, 2);
  page.claim("sum", "adds up", {true, "3"});
  const Document document = std::move(page).finish();
  CHECK(document.lesson == "lesson");
  CHECK(document.title == "Title");
  REQUIRE(document.blocks.size() == 3);
  CHECK(std::get<Heading>(document.blocks[0]).text == "One");
  CHECK(std::get<Paragraph>(document.blocks[1]).prose[0].text == "1 plus 2");
  CHECK(std::get<Claim>(document.blocks[2]).holds);
}

TEST_CASE("numbers sections in the order of the calls, and no other heading") {
  Page page{"lesson", "Title"};
  page.section("first", "One");
  page.heading("Between");
  page.section("second", "Two");
  const Document document = std::move(page).finish();
  CHECK(std::get<Heading>(document.blocks[0]).number == "1");
  CHECK(std::get<Heading>(document.blocks[1]).number.empty());
  CHECK(std::get<Heading>(document.blocks[2]).number == "2");
  CHECK(std::get<Heading>(document.blocks[2]).id == "second");
}

TEST_CASE("writes the number of its section into a reference, also of a later one") {
  Page page{"lesson", "Title"};
  page.section("first", "One");
  page.paragraph({"see ", section_number("second"), " and ", section_number("first")});
  page.note("", {section_number("second")});
  page.try_next({{"attn", {section_number("second")}}});
  page.section("second", "Two");
  const Document document = std::move(page).finish();
  const Prose& prose = std::get<Paragraph>(document.blocks[1]).prose;
  CHECK(prose[1].text == "2");
  CHECK(prose[3].text == "1");
  CHECK(std::get<Note>(document.blocks[2]).prose[0].text == "2");
  CHECK(std::get<NextSteps>(document.blocks[3]).items[0].prose[0].text == "2");
}

TEST_CASE("refuses a reference to what is no section") {
  Page page{"lesson", "Title"};
  page.claim("sum", "adds up", {true, "3"});
  page.paragraph({section_number("sum")});
  CHECK_THROWS_AS(std::move(page).finish(), std::logic_error);
}

TEST_CASE("refuses a ragged table or heatmap") {
  Page page{"lesson", "Title"};
  CHECK_THROWS_AS(page.table({"t", "", {{"a", "", ""}}, {{1.0, 2.0}}}), std::logic_error);
  CHECK_THROWS_AS(page.heatmap({"h", "", {"r"}, {"c"}, {{1.0, 2.0}}}), std::logic_error);
  CHECK_THROWS_AS(page.heatmap({"h", "", {"r", "s"}, {"c"}, {{1.0}}}), std::logic_error);
}

TEST_CASE("refuses an id twice, among blocks of any kind") {
  Page page{"lesson", "Title"};
  page.claim("sum", "", {});
  CHECK_THROWS_AS(page.equation("sum", {"a = b"}), std::logic_error);
  CHECK_THROWS_AS(page.table({"t", "", {{"a", "", ""}, {"a", "", ""}}, {}}), std::logic_error);
}

TEST_CASE("gives blocks and arrays ids of their own") {
  Page page{"lesson", "Title"};
  page.claim("sum", "", {});
  CHECK_NOTHROW(page.array({"sum", {1}, {0.0}, {}, {}}));
  CHECK_THROWS_AS(page.array({"sum", {1}, {0.0}, {}, {}}), std::logic_error);
}

TEST_CASE("refuses an id that a command line could not hold") {
  Page page{"lesson", "Title"};
  for (const char* id : {"", "A", "a b", "a,b", "\u00e9"}) {
    CAPTURE(id);
    CHECK_THROWS_AS(page.claim(id, "", {}), std::logic_error);
  }
}

TEST_CASE("refuses an array whose shape does not hold its values") {
  Page page{"lesson", "Title"};
  CHECK_THROWS_AS(page.array({"a", {2, 3}, {1, 2, 3, 4, 5}, {}, {}}), std::logic_error);
}

TEST_CASE("refuses mathematics outside the subset wherever it stands") {
  Page page{"lesson", "Title"};
  const Prose wrong{"see ", math(R"(\foo)")};
  CHECK_THROWS_AS(page.paragraph(wrong), std::logic_error);
  CHECK_THROWS_AS(page.note("", wrong), std::logic_error);
  CHECK_THROWS_AS(page.try_next({{"attn", wrong}}), std::logic_error);
  CHECK_THROWS_AS(page.equation("e", {R"(a = \foo)"}), std::logic_error);
}

TEST_SUITE_END();
