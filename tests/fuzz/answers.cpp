// Do answers, rubrics and names of a class survive any bytes? What is accepted is graded: no more
// points than there are, and a page and JSON of it.
#include <array>
#include <cstdlib>

#include "fuzz/targets.hpp"
#include "practice/grading.hpp"
#include "practice/plan.hpp"
#include "practice/rules.hpp"
#include "render/format.hpp"
#include "support/error.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

using namespace practice;

void write_sheet(Plan& plan) {
  const Axis query{"query", {"q"}}, keys{"key", {"a", "b"}};
  const Index scores = plan.given("s", "Scores", query, keys, Matrix{{2.0, 0.0}});
  const Index half = plan.step("h", "Halves", "", query, keys, practice::scaled(scores, 4));
  plan.weights("w", "Weights", "", query, keys, practice::softmaxed(half, plan.base()));
}

void grade_all(Answers answers, const Rubric& rubric) {
  static constexpr std::array kExercises{Exercise{"small", write_sheet}};
  Handed handed{answers.file, make_sheet(kExercises, {.lesson = "small"})};
  answers.sheet = handed.sheet->code;
  handed.grade = grade(*handed.sheet, answers, rubric);
  if (!(handed.grade->points <= handed.grade->possible + 1e-9)) std::abort();
  const std::string page = render_text(feedback_page(handed, true), {});
  if (!valid_utf8(page) || !valid_utf8(grades_json({handed}))) std::abort();
}

template <typename Read>
void feed(Read read) {
  try {
    read();
  } catch (const Error&) {  // what a reader may say to it
  }
}

}  // namespace

void fuzz_answers(std::string_view bytes) {
  feed([bytes] { grade_all(parse_csv_answers(bytes, "f.csv"), {}); });
  feed([bytes] { grade_all(parse_json_answers(bytes, "f.json"), {}); });
  feed([bytes] { parse_rubric(bytes, "r.json"); });
  feed([bytes] {
    for (const std::string& name : class_names(bytes, "c.csv")) {
      if (safe_name(1, name).find('/') != std::string::npos) std::abort();
    }
  });
}

}  // namespace attn
