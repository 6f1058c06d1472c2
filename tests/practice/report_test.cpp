// Do instructor, student and Gradescope hear of the answers what there is to say?
#include "practice/report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "document/find.hpp"
#include "practice/small_sheet.hpp"
#include "render/format.hpp"

using namespace attn;
using namespace attn::practice;
using nlohmann::json;

namespace {

Handed handed(const std::vector<std::string>& written, const std::string& student = "Ada") {
  Handed result{"ada.csv", practice::test::small_sheet()};
  Answers answers = practice::test::answers_of(*result.sheet, written);
  answers.student = student;
  result.grade = grade(*result.sheet, answers, {});
  return result;
}

const std::vector<std::string> kOneError{"2", "0", "0.881", "0.119", "0,5"};

const Handed kRefused{.file = "x.pdf", .refused = "x.pdf: no answers"};

}  // namespace

TEST_SUITE_BEGIN("reports of grades");

TEST_CASE("list every file, the refused ones with their reason") {
  const Document page = grades_page({handed(kOneError), kRefused}, true);
  const Table& grades = find_table(page, "grades");
  CHECK(real_at(grades, 0, "points") == 3.0);
  CHECK(std::get<Integer>(grades.rows[0][4]) == 1);  // right
  CHECK(std::get<Integer>(grades.rows[0][5]) == 2);  // follows
  CHECK(std::holds_alternative<Missing>(grades.rows[1][2]));
  CHECK(std::get<std::string>(grades.rows[1].back()) == "x.pdf: no answers");
}

TEST_CASE("leave no formula for a spreadsheet to compute") {
  const Document page = grades_page({handed(kOneError, "=HYPERLINK(\"x\")")}, true);
  CHECK(render_csv(page, {}).find("\"'=HYPERLINK") != std::string::npos);
}

TEST_CASE("tell the student what each answer is, and how it goes only when asked to") {
  const std::string plain = render_text(feedback_page(handed(kOneError), false), {});
  CHECK(plain.find("3 of 5 points") != std::string::npos);
  CHECK(plain.find("right, given your earlier step") != std::string::npos);
  CHECK(plain.find("a comma") != std::string::npos);
  CHECK(plain.find("1.538") == std::string::npos);
  const std::string worked = render_text(feedback_page(handed(kOneError), true), {});
  CHECK(worked.find("= 2 / 2") != std::string::npos);
  CHECK(worked.find("= 1.538") != std::string::npos);
  CHECK(render_text(feedback_page(kRefused, true), {}).find("no answers") != std::string::npos);
}

TEST_CASE("show a student's text as text in every format") {
  const std::vector<std::string> nasty{"<script>alert(1)</script>", "\\input{x}", "`a`|b",
                                       "\x1b[31m", "$1"};
  const Document page = feedback_page(handed(nasty, "</title><b>"), true);
  CHECK(render_html(page, {.standalone = true}).find("<script>alert") == std::string::npos);
  CHECK(render_html(page, {.standalone = true}).find("<b>") == std::string::npos);
  CHECK(render_latex(page, {}).find("\\input{") == std::string::npos);
  CHECK(render_text(page, {}).find('\x1b') == std::string::npos);
}

TEST_CASE("are JSON with every gap") {
  const json all = json::parse(grades_json({handed(kOneError), kRefused}));
  const json& first = all["handed_in"][0];
  CHECK(first["student"] == "Ada");
  CHECK(first["points"] == 3.0);
  CHECK(first["gaps"].size() == 5);
  CHECK(first["gaps"][0]["verdict"] == "wrong");
  CHECK(first["gaps"][0]["right"] == 1.0);
  CHECK(first["gaps"][2]["given_own_step"] == true);
  CHECK(first["gaps"][4]["verdict"] == "unread");
  CHECK(all["handed_in"][1]["refused"] == "x.pdf: no answers");
}

TEST_CASE("are Gradescope's results, a test a step") {
  const json results = json::parse(gradescope_json(handed(kOneError), false));
  CHECK(results["score"] == 3.0);
  REQUIRE(results["tests"].size() == 3);
  CHECK(results["tests"][0]["name"] == "Scaled");
  CHECK(results["tests"][0]["score"] == 1.0);
  CHECK(results["tests"][0]["max_score"] == 2.0);
  CHECK(results["tests"][0]["status"] == "failed");
  CHECK(results["tests"][0]["output"] == "scaled[q][a]: wrong\n");
  CHECK(results["tests"][1]["status"] == "passed");
  const json refused = json::parse(gradescope_json(kRefused, false));
  CHECK(refused["score"] == 0.0);
  CHECK(refused["output"].get<std::string>().find("no answers") != std::string::npos);
}

TEST_SUITE_END();
