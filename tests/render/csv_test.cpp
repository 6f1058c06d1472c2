#include <doctest/doctest.h>

#include <limits>

#include "document/page.hpp"
#include "render/format.hpp"

using namespace attn;

namespace {

std::string csv(Block block) {
  Document page;
  page.blocks.push_back(std::move(block));
  return render_csv(page, {.digits = 1});
}

}  // namespace

TEST_SUITE_BEGIN("csv");

TEST_CASE("writes every figure exactly, whatever digits are shown") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Table table{"t",
                    "",
                    {{"a", "weight", ""}, {"b", "bytes", "B"}},
                    {{0.1, Integer{1} << 80}, {1.0 / 3.0, Integer{-1024}}, {nan, Missing{}}}};
  CHECK(csv(table) ==
        "weight,bytes (B)\n"
        "0.1,1208925819614629174706176\n"
        "0.3333333333333333,-1024\n"
        "nan,\n");
}

TEST_CASE("quotes what would not read back as it is") {
  const Table table{"t",
                    "",
                    {{"a", "a,b", ""}},
                    {{"x,y"}, {"say \"hi\""}, {"two\nlines"}, {" edge"}, {"plain|;'"}, {""}}};
  CHECK(csv(table) ==
        "\"a,b\"\n\"x,y\"\n\"say \"\"hi\"\"\"\n\"two\nlines\"\n\" edge\"\nplain|;'\n\"\"\n");
}

TEST_CASE("heads a column without title by its id") {
  CHECK(csv(Table{"t", "", {{"id", "", ""}}, {}}) == "id\n");
}

TEST_CASE("writes a picture as the table of its figures") {
  CHECK(csv(Heatmap{"h", "", {"q"}, {"k", "l"}, {{0.25, Missing{}}}}) == "row,k,l\nq,0.25,\n");
  CHECK(csv(Chart{"c", "", "d", "", false, false, {{"f", {{1, 0.5}}}, {"g", {{2, 4}}}}}) ==
        "d,f,g\n1,0.5,\n2,,4\n");
}

TEST_SUITE_END();
