// Templates for answers: every gap by its name.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "practice/delimited.hpp"
#include "practice/page.hpp"
#include "render/number.hpp"

namespace attn::practice {

namespace {

std::string answer_text(const Sheet& sheet, Index s, Index r, Index c) {
  return exact(rounded(sheet.steps[s].values(r, c), sheet.options.digits));
}

}  // namespace

std::string json_template(const Sheet& sheet, bool solution) {
  using Json = nlohmann::ordered_json;
  Json answers = Json::object();
  for_each_gap(sheet, [&](Index s, Index r, Index c) {
    const double value = rounded(sheet.steps[s].values(r, c), sheet.options.digits);
    Json& answer = answers[gap_name(sheet, sheet.steps[s], r, c)];
    if (solution) answer = std::isfinite(value) ? Json(value) : Json(exact(value));
  });
  const Json whole{{"sheet", sheet.code}, {"student", sheet.options.student}, {"answers", answers}};
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string csv_template(const Sheet& sheet, bool solution) {
  std::string lines = "gap,answer\n";
  lines += "sheet," + csv_field(sheet.code) + "\n";
  lines += "student," + csv_field(sheet.options.student) + "\n";
  for_each_gap(sheet, [&](Index s, Index r, Index c) {
    lines += csv_field(gap_name(sheet, sheet.steps[s], r, c)) + ",";
    lines += (solution ? answer_text(sheet, s, r, c) : "") + "\n";
  });
  return lines;
}

}  // namespace attn::practice
