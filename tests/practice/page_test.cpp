// Does a sheet hide what is to be found, and a template name it?
#include "practice/page.hpp"

#include <doctest/doctest.h>

#include "document/find.hpp"
#include "practice/judge.hpp"
#include "practice/small_sheet.hpp"
#include "render/format.hpp"

using namespace attn;
using namespace attn::practice;
using test::small_sheet;

TEST_SUITE_BEGIN("pages of sheets");

TEST_CASE("have blanks for the gaps, and numbers for the rest") {
  const Document page = sheet_page(small_sheet(), false);
  const Table& weights = find_table(page, "weights");
  REQUIRE(std::holds_alternative<Blank>(weights.rows[0][1]));
  CHECK(std::get<Blank>(weights.rows[0][1]).name == "weights[q][a]");
  CHECK(real_at(find_table(page, "scores"), 0, "c0") == 2.0);
  const Document solution = sheet_page(small_sheet(), true);
  const Table& solved = find_table(solution, "weights");
  CHECK(std::get<double>(solved.rows[0][1]) == doctest::Approx(0.7310585786));
}

TEST_CASE("stand on their side where vectors are columns") {
  const Document page = sheet_page(small_sheet({.layout = Layout::columns}), false);
  const Table& weights = find_table(page, "weights");
  REQUIRE(weights.rows.size() == 2);
  CHECK(std::get<std::string>(weights.rows[1][0]) == "b");
  CHECK(std::get<Blank>(weights.rows[1][1]).name == "weights[b][q]");
}

TEST_CASE("work every gap in a solution, line by line") {
  CHECK(worked_cell(small_sheet(), 3, 0, 0) ==
        "weights[q][a]\n  = exp(1) / (exp(1) + exp(0))\n  = 2.7183 / (2.7183 + 1)\n  = 2.7183 / "
        "3.7183\n"
        "  = 0.731\n");
  CHECK(worked_cell(small_sheet(), 4, 0, 0) == "output[q]\n  = 0.7311·1 + 0.2689·3\n  = 1.538\n");
}

TEST_CASE("do not show a number that is to be found, in any format") {
  const Document page = sheet_page(small_sheet({.student = "Ada"}), false);
  for (const Format& format : formats()) {
    if (format.name == "svg" || format.name == "csv") continue;
    const std::string text = format.render(page, {.standalone = true});
    CAPTURE(format.name);
    CHECK(text.find("0.73") == std::string::npos);
    CHECK(text.find("1.53") == std::string::npos);
    CHECK(text.find("Ada") != std::string::npos);
  }
}

TEST_CASE("come as templates that grade in full once they are filled in") {
  const Sheet sheet = small_sheet({.student = "Lovelace, \"Ada\""});
  CHECK(json_template(sheet, false).find("\"weights[q][a]\": null") != std::string::npos);
  CHECK(csv_template(sheet, false).find("weights[q][a],\n") != std::string::npos);
  for (const Answers& answers : {parse_json_answers(json_template(sheet, true), "a.json"),
                                 parse_csv_answers(csv_template(sheet, true), "a.csv")}) {
    CHECK(answers.student == sheet.options.student);
    const Grade full = grade(sheet, answers, {});
    CHECK(full.count(Verdict::right) == 5);
  }
}

TEST_CASE("make one key of several") {
  const Document key =
      key_page({small_sheet({.student = "Ada"}), small_sheet({.student = "Grace"})});
  CHECK(find_table(key, "weights-2").rows.size() == 1);
  CHECK(render_text(key, {}).find("Grace") != std::string::npos);
}

TEST_SUITE_END();
