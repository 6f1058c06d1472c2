// Do pages stay apart when they are bound into one document?
#include "document/book.hpp"

#include <doctest/doctest.h>

#include "document/page.hpp"

namespace {

attn::Document chapter(const std::string& lesson) {
  attn::Page page{lesson, "On " + lesson};
  page.heading("A section");
  page.claim("sum", "sums to one", {.holds = true, .evidence = ""});
  page.array(
      {.id = "weights", .shape = {1}, .values = {1.0}, .row_labels = {}, .column_labels = {}});
  return std::move(page).finish();
}

attn::Document book() { return attn::bound("book", "All", {chapter("one"), chapter("two")}); }

}  // namespace

TEST_SUITE("a book") {
  TEST_CASE("holds its chapters one after another, each under its title") {
    const auto blocks = book().blocks;
    REQUIRE(blocks.size() == 6);
    CHECK(std::get<attn::Heading>(blocks[0]).text == "On one");
    CHECK(std::get<attn::Heading>(blocks[3]).text == "On two");
  }

  TEST_CASE("puts a chapter's headings a level below its title") {
    const auto blocks = book().blocks;
    CHECK(std::get<attn::Heading>(blocks[0]).level + 1 == std::get<attn::Heading>(blocks[1]).level);
  }

  TEST_CASE("tells ids of different chapters apart by the lesson's name") {
    CHECK(std::get<attn::Claim>(book().blocks[2]).id == "one-sum");
    CHECK(std::get<attn::Claim>(book().blocks[5]).id == "two-sum");
    CHECK(book().arrays.at(0).id == "one-weights");
    CHECK(book().arrays.at(1).id == "two-weights");
  }

  TEST_CASE("has its own name and title") {
    CHECK(book().lesson == "book");
    CHECK(book().title == "All");
  }
}
