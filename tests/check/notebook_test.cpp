// Is a notebook read cell by cell, and what is none refused?
#include "check/notebook.hpp"

#include <doctest/doctest.h>

#include "support/error.hpp"

using attn::Notebook;
using attn::read_notebook;

TEST_SUITE("a notebook") {
  TEST_CASE("is its Markdown, and what its code printed, with the cell and line of each line") {
    const Notebook notebook = read_notebook(
        R"({"cells":[{"cell_type":"markdown","source":["a\n","b"]},{"cell_type":"raw","source":"r"},
           {"cell_type":"code","source":"c","outputs":[{"text":["d\n"]},
           {"data":{"text/plain":"e"}},{"data":7},3]}]})",
        "n");
    CHECK(notebook.markdown == "a\nb\n\n~~~\nd\ne\n\n~~~\n\n");
    REQUIRE(notebook.places.size() == 9);
    CHECK(notebook.places[1].cell == 1);
    CHECK(notebook.places[1].line == 2);
    CHECK(notebook.places[5].cell == 3);
    CHECK(notebook.places[5].line == 2);
    CHECK(notebook.unread.empty());
  }
  TEST_CASE("tells of cells that it cannot read") {
    const Notebook notebook = read_notebook(
        R"({"cells":[1,{"cell_type":3,"source":""},{"cell_type":"markdown","source":[1]},
           {"cell_type":"markdown","source":"a"}]})",
        "n");
    CHECK(notebook.unread == std::vector<std::size_t>{1, 2, 3});
    CHECK(notebook.places[0].cell == 4);
  }
  TEST_CASE("is refused where it is none") {
    CHECK_THROWS_WITH_AS(read_notebook("{", "n"),
                         "cannot read n: it is no notebook, for it is no JSON from byte 2 on",
                         attn::Error);
    CHECK_THROWS_WITH_AS(
        read_notebook("[]", "n"),
        "cannot read n: it is no notebook of version 4, for it has no list of cells", attn::Error);
    CHECK_THROWS_AS(read_notebook(R"({"cells":3})", "n"), attn::Error);
    CHECK_THROWS_AS(read_notebook("{\"cells\":[\"\xff\"]}", "n"), attn::Error);
    CHECK_THROWS_AS(read_notebook(std::string(200'000, '['), "n"), attn::Error);
    CHECK_THROWS_AS(read_notebook("[1e999]", "n"), attn::Error);
  }
}
