#include <doctest/doctest.h>

#include <limits>

#include "document/page.hpp"
#include "render/format.hpp"
#include "render/svg/parts.hpp"

using namespace attn;

namespace {

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

const Heatmap& map() {
  static const Heatmap kMap{"h", "a < b", {"q<", "r"}, {"k", "l"}, {{0.25, Missing{}}, {1.0, 0.0}}};
  return kMap;
}

}  // namespace

TEST_SUITE_BEGIN("svg");

TEST_CASE("escapes text for XML, control characters included") {
  CHECK(svg::escape("<a href=\"x\">&'\x1b") == "&lt;a href=&quot;x&quot;&gt;&amp;'\\u{1b}");
}

TEST_CASE("loads nothing and runs nothing") {
  for (const std::string& picture :
       {svg::heatmap(map(), -1, svg::Place::file), svg::chart({}, svg::Place::file)}) {
    CHECK(count(picture, "http") == 1);  // the name of SVG's own namespace
    for (const char* part : {"<script", "<style", "url(", "href", "@import"}) {
      CHECK_FALSE(holds(picture, part));
    }
  }
}

TEST_CASE("draws a square for every cell, its figure in an ink that can be read") {
  const std::string picture = svg::heatmap(map(), -1, svg::Place::file);
  CHECK(holds(picture, "fill=\"#08306b\"/><text"));
  CHECK(holds(picture, "fill=\"#fff\">1.00</text>"));
  CHECK(holds(picture, "fill=\"#1a1a1a\">0.00</text>"));
  CHECK(holds(picture, "<title>q&lt;, k: 0.25</title>"));
}

TEST_CASE("crosses a hidden cell out, and says so") {
  CHECK(holds(svg::heatmap(map(), -1, svg::Place::file), ">hidden</text>"));
  Heatmap whole = map();
  whole.cells[0][1] = 0.5;
  CHECK_FALSE(holds(svg::heatmap(whole, -1, svg::Place::file), ">hidden</text>"));
}

TEST_CASE("lies on white paper as a file, and on the page's own inside a page") {
  CHECK(holds(svg::heatmap(map(), -1, svg::Place::file), "fill=\"#fff\"/>"));
  CHECK(holds(svg::heatmap(map(), -1, svg::Place::page), "fill=\"currentColor\""));
}

TEST_CASE("breaks a curve where a point has no place") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Chart chart{"c", "", "", "", false, false, {{"f", {{0, 1}, {1, 2}, {2, nan}, {3, 4}}}}};
  const std::string picture = svg::chart(chart, svg::Place::file);
  CHECK_FALSE(holds(picture, "nan"));
  CHECK(count(picture, "<circle") == 3 + 1);  // and one in the legend
}

TEST_CASE("draws what is empty or without end") {
  const double inf = std::numeric_limits<double>::infinity();
  const Chart endless{"c", "", "", "", true, false, {{"f", {{0, inf}, {-1, 1e308}, {1, -1e308}}}}};
  for (const std::string& picture :
       {svg::heatmap({}, -1, svg::Place::file), svg::chart({}, svg::Place::file),
        svg::chart(endless, svg::Place::file)}) {
    CHECK_FALSE(holds(picture, "nan"));
    CHECK_FALSE(holds(picture, "inf"));
  }
}

TEST_CASE("writes lengths to a tenth, without a trailing or a negative zero") {
  CHECK(svg::number(12.0) == "12");
  CHECK(svg::number(0.25) == "0.2");
  CHECK(svg::number(-0.01) == "0");
}

TEST_SUITE_END();
