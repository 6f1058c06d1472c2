#include "render/fixture.hpp"

#include <limits>

#include "document/page.hpp"

namespace attn::test {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr Integer kBeyond64Bits = Integer{1} << 80;  // 1208925819614629174706176

// Markup of every format, a line break, an escape sequence, wide and joined characters, nothing.
const std::vector<std::string>& nasty_words() {
  static const std::vector<std::string> kWords{
      "a|b*c_d`e`",         "<b>&amp;\"quoted\"'", "back\\slash $5 #1 {x} 50% ~ ^",
      "two\nlines",         "\x1b[31mred",         "猫日本語",
      "👩‍🚀 ❤️", "cafe\u0301",          ""};
  return kWords;
}

void write_prose(Page& page) {
  page.paragraph({"Scores are ", strong("dot products"), " divided by ", math(R"(\sqrt{d_k})"),
                  ", set by ", code("--scale"), "; ", emphasis("rows"),
                  " ask, columns answer. This paragraph is long enough to need a second line."});
  page.paragraph({"# 1 < 2 & a_b * c* [not a link](x) `tick` $5 | \\ ~ ^ {x} % \"q\""});
  page.paragraph({"1. not a list"});
  page.paragraph(
      {section_number("rest"), ". is no list; section ", section_number("figures"), "."});
  page.paragraph({"- not a list, ", code("a`b"), ", ", code("x|y"), ", ", math(R"(|x| < 1)"),
                  strong("*bold*"), "."});
}

void write_equations(Page& page) {
  page.equation("one-line", {R"(\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V)"});
  page.equation("aligned", {R"(a_{ij} = \frac{\exp(s_{ij})}{\sum_{k=1}^{n} \exp(s_{ik})})",
                            R"(\sum_j a_{ij} = 1, \quad 0 \le a_{ij} \le 1)",
                            R"(\lVert v \rVert^2 \approx 2^{-10} \cdot |x|)"});
  page.listing("scores = q @ k.T  # ``` & < \"\nweights = softmax(scores)\n\tindented", "python");
}

void write_tables(Page& page) {
  Table numbers{"numbers",
                "Every kind of figure: a|b & <c> $5 50% #1 x_y",
                {{"word", "word", ""},
                 {"fixed", "weight", "", 4},
                 {"scientific", "error", "max", 1, Column::Notation::scientific},
                 {"general", "d_k", "", 4, Column::Notation::general},
                 {"count", "bytes", "B", 0}},
                {}};
  const std::vector<std::vector<Cell>> figures{{0.75071234, 2.220446049250313e-16, 0.1, Integer{0}},
                                               {-0.00001, -0.0, 4096.0, Integer{-1048576}},
                                               {1.0, 1.0, 12345.678, Integer{1073741824}},
                                               {kInfinity, -kInfinity, kNan, kBeyond64Bits},
                                               {Missing{}, Missing{}, Missing{}, Missing{}},
                                               {1e300, -1e-300, 1.5e-7, Integer{7}},
                                               {-kNan, 0.5, -1.0, Integer{8}},
                                               {0.0, 0.0, 0.0, Integer{9}},
                                               {123456.789, 1.0 / 3.0, 1.0 / 3.0, Integer{10}}};
  for (std::size_t i = 0; i < figures.size(); ++i) {
    std::vector<Cell> row{nasty_words()[i]};
    row.insert(row.end(), figures[i].begin(), figures[i].end());
    numbers.rows.push_back(std::move(row));
  }
  page.table(std::move(numbers));

  Table wide{"wide", "Too wide for eighty columns", {{"word", "word", ""}}, {{"the"}, {"猫"}}};
  for (int c = 1; c <= 12; ++c) {
    wide.columns.push_back({fmt::format("c{}", c), fmt::format("key {}", c), "", 6});
    wide.rows[0].emplace_back(1.0 / c);
    wide.rows[1].emplace_back(-1.0 / c);
  }
  page.table(std::move(wide));

  page.table({"words",
              "Words to wrap",
              {{"place", "place", ""}, {"printed", "as printed", ""}, {"why", "why", ""}},
              {{"script", "cat and mat point in similar directions, so attention finds them",
                "random projections undo similarity: the weight is far below uniform"},
               {"table", "0.0 MB for 8 tokens", "256 bytes are not 0"}}});
}

void write_pictures(Page& page) {
  page.heatmap({"causal",
                "Weights under a causal mask",
                {"the", "猫", "a|b", ""},
                {"the", "猫", "a|b", ""},
                {{1.0, Missing{}, Missing{}, Missing{}},
                 {0.25, 0.75, Missing{}, Missing{}},
                 {0.1, 0.3, 0.6, Missing{}},
                 {0.0, 0.5, kNan, 1.5}}});
  Heatmap large{"large", "Too wide for figures", {}, {}, {}, -1.0, 1.0, 2};
  for (int i = 0; i < 12; ++i) {
    large.row_labels.push_back(fmt::format("word{}", i));
    large.column_labels.push_back(fmt::format("word{}", i));
    large.cells.emplace_back();
    for (int j = 0; j < 12; ++j) large.cells.back().emplace_back((i - j) / 11.0);
  }
  page.heatmap(std::move(large));
  page.chart({"peaks",
              "Largest weight, by d_k",
              "d_k",
              "largest weight (mean of 300)",
              true,
              false,
              {{"raw & <raw>", {{8, 0.5533}, {64, 0.8240}, {512, 0.9465}, {4096, 0.9852}}},
               {"scaled|by √d_k", {{8, 0.2353}, {64, 0.2534}, {512, 0.2443}, {4096, 0.2460}}}}});
  page.chart({"gaps",
              "A line that breaks off",
              "x",
              "y",
              false,
              true,
              {{"f", {{0, 1}, {1, 10}, {2, kNan}, {3, 1000}, {4, 0.0}, {5, kInfinity}}}}});
}

void write_rest(Page& page) {
  page.claim("rows-sum", "every row sums to 1", {true, "max |Σ−1| = 2.2e-16"});
  page.claim("fails", "a|b is *less* than <c> & $5", {false, "a = 1_000, b = 50%"});
  page.claim("bare", "a claim without a figure", {true, ""});
  page.note("As printed",
            {"The source says 0.0 MB; 256 bytes are not 0. See ", code("errata"), "."});
  page.try_next({{"attn walkthrough --causal", {"No word sees ahead."}},
                 {"attn softmax-rows --scores '1,0,0.5' | head", {}}});
  page.array({"weights",
              {2, 3},
              {1.0, 0.1, 1.0 / 3.0, kNan, kInfinity, -kInfinity},
              {"a|b", "猫"},
              {"x", "y", "z"}});
  page.array({"mask", {2, 2}, {0, 1, 0, 0}, {}, {}, Array::Type::boolean});
  page.array({"cube", {2, 1, 2}, {1, 2, 3, 4}, {}, {}});
  page.array({"scale", {}, {0.125}, {}, {}});
  page.array({"nothing", {0, 3}, {}, {}, {}});
}

}  // namespace

Document fixture() {
  Page page{"fixture", "Every block: <b> & a_b|c*d* #1 100% $x$ {y} ~ ^ \\ `z`"};
  page.heading("Prose & <markup>");
  write_prose(page);
  page.heading("Equations");
  write_equations(page);
  page.section("figures", "Figures");
  write_tables(page);
  page.heading("Pictures");
  write_pictures(page);
  page.section("rest", "The rest");
  write_rest(page);
  Document document = std::move(page).finish();
  document.blocks.insert(
      document.blocks.begin(),
      Contents{{{"figures", "Figures & <markup> | [x](y)"}, {"rest", "The rest"}}});
  document.settings = {{"--seed", std::string{"340282366920938463463374607431768211456"}},
                       {"--scale", 0.1},
                       {"--n", kBeyond64Bits},
                       {"--causal", Integer{1}},
                       {"--text", nasty_words()[1]},
                       {"--input", Missing{}}};
  return document;
}

}  // namespace attn::test
