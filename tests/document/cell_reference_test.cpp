// Are rows and single values found by the names that a reader has for them?
#include "document/cell_reference.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

namespace {

using attn::Integer;

// A sentence with a word that occurs twice, and a table of sizes.
attn::Document document() {
  attn::Document d{.lesson = "l", .title = "t", .settings = {}, .blocks = {}, .arrays = {}};
  const std::vector<std::string> words{"the", "cat", "the"};
  d.arrays.push_back({.id = "weights",
                      .shape = {3, 3},
                      .values = {0.0, 0.1, 0.2, 1.0, 1.1, 1.2, 2.0, 2.1, 2.2},
                      .row_labels = words,
                      .column_labels = words});
  d.arrays.push_back({.id = "mask",
                      .shape = {1, 2},
                      .values = {0, 1},
                      .row_labels = {},
                      .column_labels = {},
                      .type = attn::Array::Type::boolean});
  d.arrays.push_back(
      {.id = "sums", .shape = {3}, .values = {1, 2, 3}, .row_labels = words, .column_labels = {}});
  d.arrays.push_back({.id = "heads",
                      .shape = {2, 1, 2},
                      .values = {1, 2, 3, 4},
                      .row_labels = {"q"},
                      .column_labels = {"a", "b"}});
  d.blocks.emplace_back(
      attn::Table{.id = "sizes",
                  .caption = "",
                  .columns = {{.id = "n", .title = "n", .unit = ""},
                              {.id = "mib", .title = "MiB", .unit = "MiB", .digits = 1}},
                  .rows = {{Integer{8}, 0.5}, {Integer{512}, attn::Missing{}}}});
  d.blocks.emplace_back(attn::Table{.id = "links",
                                    .caption = "",
                                    .columns = {{.id = "word", .title = "", .unit = ""}},
                                    .rows = {{"the"}, {"cat"}, {"the"}}});
  d.blocks.emplace_back(attn::Heatmap{.id = "map",
                                      .caption = "",
                                      .row_labels = words,
                                      .column_labels = {"x"},
                                      .cells = {{0.0}, {0.5}, {1.0}}});
  return d;
}

double real(std::string_view reference) {
  return std::get<double>(attn::value_at(document(), reference).cell);
}

std::string refusal(std::string_view reference) {
  try {
    attn::value_at(document(), reference);
  } catch (const attn::Error& e) {
    return e.what();
  }
  return "accepted";
}

std::vector<std::vector<attn::Cell>> rows(const std::vector<std::string>& labels, std::size_t i) {
  return std::get<attn::Table>(attn::with_rows(document(), labels).blocks.at(i)).rows;
}

}  // namespace

TEST_SUITE("a value") {
  TEST_CASE("of an array is found by labels, indices or both") {
    CHECK(real("weights[1][2]") == 1.2);
    CHECK(real("weights[cat][cat]") == 1.1);
    CHECK(real("weights[cat][0]") == 1.0);
  }

  TEST_CASE("of a vector has one index, of a pile of matrices three") {
    CHECK(real("sums[cat]") == 2.0);
    CHECK(real("heads[1][q][b]") == 4.0);
    CHECK(real("heads[0][0][1]") == 2.0);
  }

  TEST_CASE("of a mask is a whole number") {
    CHECK(std::get<Integer>(attn::value_at(document(), "mask[0][1]").cell) == 1);
  }

  TEST_CASE("of a table is found by the first column and a column's id") {
    CHECK(real("sizes[8][mib]") == 0.5);
    CHECK(attn::value_at(document(), "sizes[8][mib]").column.digits == 1);
    CHECK(
        std::holds_alternative<attn::Missing>(attn::value_at(document(), "sizes[512][mib]").cell));
  }

  TEST_CASE("is refused when its label stands for several") {
    CHECK(refusal("weights[cat][the]") ==
          "\"the\" stands for the columns 0, 2; give one of these numbers");
  }

  TEST_CASE("is refused when there is no such row, column or array") {
    CHECK(refusal("weights[3][0]") ==
          "there is no row \"3\"; they are numbered 0 to 2: the, cat, the");
    CHECK(
        refusal("weights[catt][0]") ==
        "there is no row \"catt\"; did you mean \"cat\"? they are numbered 0 to 2: the, cat, the");
    CHECK(refusal("mask[0][x]") == "there is no column \"x\"; they are numbered 0 to 1");
    CHECK(refusal("wieghts[0][0]").find("did you mean \"weights\"") != std::string::npos);
  }

  TEST_CASE("is refused when the number of indices is not that of dimensions") {
    CHECK(refusal("weights[cat]") == "weights has 2 dimensions, and 1 index is given");
    CHECK(refusal("sums[0][0]") == "sums has 1 dimension, and 2 indices are given");
  }

  TEST_CASE("is refused when the brackets do not match") {
    for (const char* text :
         {"", "weights", "[0]", "weights[0", "weights[0]x[1]", "weights[0]]", "weights]0["}) {
      CAPTURE(text);
      CHECK(refusal(text).find("names no value; write NAME[ROW][COLUMN]") != std::string::npos);
    }
  }

  TEST_CASE("is refused for an index that no computer could hold") {
    CHECK(refusal("mask[0][99999999999999999999999]").find("there is no column") == 0);
    CHECK(refusal("mask[0][-1]").find("there is no column") == 0);
  }
}

TEST_SUITE("rows by their labels") {
  TEST_CASE("are all that have one of them, in the document's order") {
    CHECK(rows({"cat"}, 1).size() == 1);
    CHECK(rows({"cat", "the"}, 1).size() == 3);
    CHECK(std::get<std::string>(rows({"cat", "the"}, 1)[0][0]) == "the");
  }

  TEST_CASE("may be labelled by whole numbers") {
    REQUIRE(rows({"512"}, 0).size() == 1);
    CHECK(std::get<Integer>(rows({"512"}, 0)[0][0]) == 512);
  }

  TEST_CASE("leave a table whole that has none of them") { CHECK(rows({"cat"}, 0).size() == 2); }

  TEST_CASE("are those of heatmaps too") {
    const attn::Document part = attn::with_rows(document(), {"cat"});
    const auto& map = std::get<attn::Heatmap>(part.blocks.at(2));
    CHECK(map.row_labels == std::vector<std::string>{"cat"});
    REQUIRE(map.cells.size() == 1);
    CHECK(std::get<double>(map.cells[0][0]) == 0.5);
  }

  TEST_CASE("are refused when no table has the label") {
    CHECK_THROWS_AS(attn::with_rows(document(), {"cat", "dog"}), attn::Error);
  }
}
