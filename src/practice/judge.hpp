// Is what stands in a gap right, right given an earlier step, rounded, or wrong?
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "practice/answers.hpp"
#include "practice/rubric.hpp"
#include "practice/sheet.hpp"

namespace attn::practice {

enum class Verdict {
  right,    // at the digits asked for
  follows,  // not right, but what the step gives on the student's own earlier numbers
  rounding,
  wrong,
  empty,
  unread  // no number
};

enum class Slip { none, truncated, rounded_early, fewer_digits };

std::string_view word_of(Verdict verdict);
std::string_view word_of(Slip slip);

struct Judgement {
  Index step = 0, row = 0, column = 0;
  std::string name;     // of the gap
  std::string written;  // printable, and short
  Verdict verdict = Verdict::empty;
  Slip slip = Slip::none;    // where the verdict is rounding
  bool from_own = false;     // it follows from an earlier number that is not right
  double right = 0.0;        // what it should be
  std::string refused = {};  // why it is no number
  double points = 0.0, possible = 0.0;
};

// Of every gap, in the order of the sheet, without points.
std::vector<Judgement> judged(const Sheet& sheet, const Answers& answers);

struct Grade {
  std::string file, student;
  std::vector<Judgement> gaps;             // in the order of the sheet
  std::vector<std::string> remarks;        // gaps that the sheet does not have
  std::vector<std::string> mistakes = {};  // "weights: softmax runs down the columns; …"
  double points = 0.0, possible = 0.0;

  int count(Verdict verdict) const;
};

// Which mistake gives the numbers of a step, if any is known to: NaN stands for what is not
// written.
using Explain = std::function<std::string(const Sheet&, const Step&, const Matrix& written)>;

// Looks for a mistake in every step with enough numbers, of which some are not right.
void name_mistakes(Grade& grade, const Sheet& sheet, const Answers& answers,
                   const Explain& explain);

// Throws Error where the answers name another sheet.
Grade grade(const Sheet& sheet, const Answers& answers, const Rubric& rubric);

}  // namespace attn::practice
