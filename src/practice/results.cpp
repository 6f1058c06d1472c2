// Grades for programs: JSON of our own, and Gradescope's.
#include <cmath>
#include <nlohmann/json.hpp>

#include "practice/page.hpp"
#include "practice/remarks.hpp"
#include "practice/report.hpp"
#include "render/number.hpp"

namespace attn::practice {

namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(exact(x)); }

Json json_of(const Judgement& j) {
  Json json{{"gap", j.name},
            {"written", j.written},
            {"right", number(j.right)},
            {"verdict", word_of(j.verdict)},
            {"points", j.points},
            {"possible", j.possible}};
  if (j.slip != Slip::none) json["slip"] = word_of(j.slip);
  if (j.from_own) json["given_own_step"] = true;
  if (!j.refused.empty()) json["refused"] = j.refused;
  return json;
}

Json json_of(const Handed& handed) {
  if (!handed.grade) return {{"file", handed.file}, {"refused", handed.refused}};
  const Grade& g = *handed.grade;
  Json json{{"file", handed.file}, {"student", g.student},   {"sheet", handed.sheet->code},
            {"points", g.points},  {"possible", g.possible}, {"gaps", Json::array()}};
  for (const Judgement& j : g.gaps) json["gaps"].push_back(json_of(j));
  if (!g.remarks.empty()) json["remarks"] = g.remarks;
  if (!g.mistakes.empty()) json["mistakes"] = g.mistakes;
  return json;
}

// One step of the sheet.
Json test_of(const Handed& handed, Index place, bool solution) {
  double score = 0.0, most = 0.0;
  std::string output;
  bool passed = true;
  for (const Judgement& j : handed.grade->gaps) {
    if (j.step != place) continue;
    score += j.points;
    most += j.possible;
    if (j.verdict == Verdict::right) continue;
    passed = passed && j.verdict == Verdict::follows;
    output += j.name + ": " + remark_on(j) + "\n";
    if (solution) output += worked_cell(*handed.sheet, place, j.row, j.column);
  }
  return {{"name", handed.sheet->steps[place].title},
          {"score", score},
          {"max_score", most},
          {"status", passed ? "passed" : "failed"},
          {"output", output}};
}

}  // namespace

std::string grades_json(const std::vector<Handed>& handed) {
  Json students = Json::array();
  for (const Handed& h : handed) students.push_back(json_of(h));
  return dumped({{"schema", "attn-grades/1"}, {"handed_in", students}});
}

std::string gradescope_json(const Handed& handed, bool solution) {
  if (!handed.grade) {
    return dumped({{"score", 0.0},
                   {"output", "Your answers could not be read: " + handed.refused},
                   {"tests", Json::array()}});
  }
  Json tests = Json::array();
  for (Index s = 0; s < handed.sheet->steps.size(); ++s) {
    if (handed.sheet->steps[s].rule) tests.push_back(test_of(handed, s, solution));
  }
  std::string output = "Sheet " + handed.sheet->code;
  for (const std::string& mistake : handed.grade->mistakes) output += "\n" + mistake;
  for (const std::string& remark : handed.grade->remarks) output += "\n" + remark;
  return dumped({{"score", handed.grade->points}, {"output", output}, {"tests", tests}});
}

}  // namespace attn::practice
