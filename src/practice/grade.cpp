// From judgements to points.
#include <algorithm>
#include <cmath>
#include <limits>

#include "practice/judge.hpp"
#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn::practice {

namespace {

constexpr std::size_t kMostRemarks = 20;

double share_of(const Judgement& j, const Rubric& rubric) {
  const double own = j.from_own ? rubric.follows : 1.0;
  switch (j.verdict) {
    case Verdict::right:
    case Verdict::follows:
      return own;
    case Verdict::rounding:
      return own * (j.slip == Slip::truncated       ? rubric.truncated
                    : j.slip == Slip::rounded_early ? rubric.rounded_early
                                                    : rubric.fewer_digits);
    case Verdict::wrong:
    case Verdict::empty:
    case Verdict::unread:
      break;
  }
  return 0.0;
}

void give_points(Grade& grade, const Sheet& sheet, const Rubric& rubric) {
  std::vector<double> gaps(sheet.steps.size());
  for (const Judgement& j : grade.gaps) gaps[j.step] += 1.0;
  for (Judgement& j : grade.gaps) {
    const auto points = rubric.points.find(sheet.steps[j.step].id);
    j.possible = points == rubric.points.end() ? 1.0 : points->second / gaps[j.step];
    j.points = j.possible * share_of(j, rubric);
    grade.points += j.points;
    grade.possible += j.possible;
  }
}

void remark_strangers(Grade& grade, const Answers& answers) {
  std::vector<std::string_view> names;
  for (const Judgement& j : grade.gaps) names.push_back(j.name);
  std::ranges::sort(names);
  std::size_t more = 0;
  for (const auto& [name, answer] : answers.gaps) {
    if (std::ranges::binary_search(names, std::string_view(name))) continue;
    if (grade.remarks.size() < kMostRemarks) {
      grade.remarks.push_back(
          fmt::format("{}: the sheet has no gap {}", answer.place, in_quotes(name)));
    } else {
      ++more;
    }
  }
  if (more > 0) grade.remarks.push_back(fmt::format("{} more that the sheet does not have", more));
}

// What stands in the gaps of a step.
Matrix written_in(const Sheet& sheet, const Step& step, const Answers& answers) {
  Matrix written = xt::ones_like(step.values) * std::numeric_limits<double>::quiet_NaN();
  for (Index r = 0; r < rows(written); ++r) {
    for (Index c = 0; c < columns(written); ++c) {
      if (!step.is_gap(r, c)) continue;
      const auto answer = answers.gaps.find(gap_name(sheet, step, r, c));
      if (answer == answers.gaps.end() || !answer->second.number) continue;
      const double value = answer->second.number->value;
      if (std::isfinite(value)) written(r, c) = value;
    }
  }
  return written;
}

}  // namespace

int Grade::count(Verdict verdict) const {
  return static_cast<int>(std::ranges::count(gaps, verdict, &Judgement::verdict));
}

void name_mistakes(Grade& grade, const Sheet& sheet, const Answers& answers,
                   const Explain& explain) {
  constexpr int kEnough = 4;  // fewer numbers come about in many ways
  for (Index s = 0; s < sheet.steps.size(); ++s) {
    const auto astray = [s](const Judgement& j) {
      return j.step == s && (j.verdict == Verdict::wrong || j.verdict == Verdict::follows);
    };
    if (std::ranges::count_if(grade.gaps, astray) < 2) continue;
    const Step& step = sheet.steps[s];
    const Matrix written = written_in(sheet, step, answers);
    const auto is_number = [](double x) { return !std::isnan(x); };
    if (std::count_if(written.begin(), written.end(), is_number) < kEnough) continue;
    const std::string mistake = explain(sheet, step, written);
    if (mistake.empty()) continue;
    grade.mistakes.push_back(step.id + ": " + mistake);
    return;  // what comes after follows from it
  }
}

Grade grade(const Sheet& sheet, const Answers& answers, const Rubric& rubric) {
  if (answers.sheet != sheet.code) {
    throw Error("{}: it answers the sheet {}, not {}", answers.file,
                answers.sheet.empty() ? "without a name" : in_quotes(answers.sheet), sheet.code);
  }
  Grade result{answers.file, shortened(answers.student), judged(sheet, answers), {}};
  give_points(result, sheet, rubric);
  remark_strangers(result, answers);
  return result;
}

}  // namespace attn::practice
