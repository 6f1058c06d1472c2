// Do pages stay apart when they are bound into one document?
#include "document/book.hpp"

#include <doctest/doctest.h>

#include "document/page.hpp"

namespace {

attn::Document chapter(const std::string& lesson) {
  attn::Page page{lesson, "On " + lesson};
  page.section("part", "A section");
  page.claim("sum", "sums to one", {.holds = true, .evidence = ""});
  page.paragraph({"see ", attn::section_number("part")});
  page.array(
      {.id = "weights", .shape = {1}, .values = {1.0}, .row_labels = {}, .column_labels = {}});
  return std::move(page).finish();
}

attn::Document book() { return attn::bind_book("book", "All", {chapter("one"), chapter("two")}); }

}  // namespace

TEST_SUITE("a book") {
  TEST_CASE("holds its chapters one after another, each under its title") {
    const auto blocks = book().blocks;
    REQUIRE(blocks.size() == 9);
    CHECK(std::get<attn::Heading>(blocks[1]).text == "On one");
    CHECK(std::get<attn::Heading>(blocks[5]).text == "On two");
  }

  TEST_CASE("numbers its chapters, and their sections and references within them") {
    const auto blocks = book().blocks;
    CHECK(std::get<attn::Heading>(blocks[5]).number == "2");
    CHECK(std::get<attn::Heading>(blocks[6]).number == "2.1");
    const attn::Inline piece = std::get<attn::Paragraph>(blocks[8]).prose[1];
    CHECK(piece.text == "2.1");
    CHECK(piece.target == std::get<attn::Heading>(blocks[6]).id);
  }

  TEST_CASE("puts a chapter's headings a level below its title") {
    const auto blocks = book().blocks;
    CHECK(std::get<attn::Heading>(blocks[1]).level + 1 == std::get<attn::Heading>(blocks[2]).level);
  }

  TEST_CASE("begins with contents that point to the title of each chapter") {
    const auto blocks = book().blocks;
    const auto& items = std::get<attn::Contents>(blocks[0]).items;
    REQUIRE(items.size() == 2);
    CHECK(items[1].title == "On two");
    CHECK(items[1].id == "two");
    CHECK(std::get<attn::Heading>(blocks[5]).id == "two");
  }

  TEST_CASE("tells ids of different chapters apart by the lesson's name") {
    CHECK(std::get<attn::Claim>(book().blocks[3]).id == "one-sum");
    CHECK(std::get<attn::Claim>(book().blocks[7]).id == "two-sum");
    CHECK(book().arrays.at(0).id == "one-weights");
    CHECK(book().arrays.at(1).id == "two-weights");
  }

  TEST_CASE("has its own name and title") {
    CHECK(book().lesson == "book");
    CHECK(book().title == "All");
  }
}
