#include "practice/judge.hpp"

#include <algorithm>
#include <cmath>

#include "support/error.hpp"
#include "support/quote.hpp"

namespace attn::practice {

namespace {

constexpr std::size_t kMostRemarks = 20;

// Whether a number agrees with x to the digits asked for.
bool agrees(double number, double x, int digits) {
  if (!std::isfinite(x)) return number == x;
  const double half = 0.5 * std::pow(10.0, -digits);
  return std::abs(number - x) <= half * (1.0 + 1e-6) + 1e-12 * std::abs(x);
}

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

// How a number comes short of x, if it does: one digit less than asked for at most.
Slip slip_of(const Number& number, double x, int digits) {
  const int shown = std::min(number.decimals, digits);
  if (!std::isfinite(x) || shown < std::max(1, digits - 1)) return Slip::none;
  if (shown < digits && same(number.value, rounded(x, shown))) return Slip::fewer_digits;
  if (same(number.value, truncated(x, shown))) return Slip::truncated;
  return Slip::none;
}

// What a step comes to from numbers that somebody carried, in full and rounded within the step.
struct Carried {
  Matrix full, pencilled;
};

// The numbers of one student, step by step.
class Judge {
 public:
  Judge(const Sheet& sheet, const Answers& answers) : sheet_(sheet), answers_(answers) {}

  std::vector<Judgement> judgements() && {
    for (Index s = 0; s < sheet_.steps.size(); ++s) take(s);
    return std::move(judgements_);
  }

 private:
  int digits() const { return sheet_.options.digits; }

  Carried carried(const Step& step, const std::vector<Matrix>& earlier) const {
    return {values_of(*step.rule, earlier, {}), values_of(*step.rule, earlier, {digits()})};
  }

  void take(Index s) {
    const Step& step = sheet_.steps[s];
    Matrix printed = step.values;  // what the page shows, and where it shows nothing what is right
    for (Index i = 0; i < printed.size(); ++i) {
      if (!step.gaps[i]) printed.data()[i] = rounded(printed.data()[i], step.digits);
    }
    if (step.rule) prepare(step);
    Matrix sound = printed, own = printed;
    for (Index r = 0; r < rows(printed); ++r) {
      for (Index c = 0; c < columns(printed); ++c) {
        if (step.is_gap(r, c)) judge(s, r, c, sound, own);
      }
    }
    if (step.rule) doubt_idle_answers(s);
    printed_.push_back(std::move(printed));
    sound_.push_back(std::move(sound));
    own_.push_back(std::move(own));
    for (std::size_t k = 0; k < pencils_.size(); ++k) {
      pencils_[k].push_back(step.rule ? from_pencil_[k] : step.values);
    }
  }

  void prepare(const Step& step) {
    from_printed_ = values_of(*step.rule, printed_, {});
    from_sound_ = carried(step, sound_);
    from_own_ = carried(step, own_);
    for (std::size_t k = 0; k < pencils_.size(); ++k) {
      const int kept = digits() - static_cast<int>(k);
      from_pencil_[k] = values_of(*step.rule, pencils_[k], {kept});
      for (double& x : from_pencil_[k]) x = rounded(x, kept);
    }
  }

  void judge(Index s, Index r, Index c, Matrix& sound, Matrix& own) {
    const Step& step = sheet_.steps[s];
    Judgement j{s, r, c, gap_name(sheet_, step, r, c), {}};
    j.right = step.values(r, c);
    own(r, c) = from_own_.full(r, c);
    const auto found = answers_.gaps.find(j.name);
    if (found != answers_.gaps.end()) {
      j.written = shortened(found->second.text);
      j.refused = found->second.refused;
      if (!j.refused.empty()) j.verdict = Verdict::unread;
      if (const auto& number = found->second.number) {
        decide(j, *number);
        own(r, c) = number->value;
        const bool is_sound =
            j.verdict == Verdict::right || (j.verdict == Verdict::rounding && !j.from_own);
        if (is_sound) sound(r, c) = number->value;
      }
    }
    judgements_.push_back(std::move(j));
  }

  bool rounded_on_the_way(double x, Index r, Index c) const {
    if (agrees(x, from_sound_.full(r, c), digits())) return true;
    if (agrees(x, from_sound_.pencilled(r, c), digits())) return true;
    for (std::size_t k = 0; k < pencils_.size(); ++k) {
      const int kept = digits() - static_cast<int>(k);
      if (kept >= 1 && same(x, from_pencil_[k](r, c))) return true;
    }
    return false;
  }

  void decide(Judgement& j, const Number& number) const {
    const Index r = j.row, c = j.column;
    const double x = number.value;
    const auto slipped = [&j](Slip slip, bool from_own) {
      if (slip == Slip::none) return false;
      j.verdict = Verdict::rounding;
      j.slip = slip;
      j.from_own = from_own;
      return true;
    };
    if (agrees(x, j.right, digits()) || agrees(x, from_printed_(r, c), digits())) {
      j.verdict = Verdict::right;
      return;
    }
    if (slipped(slip_of(number, j.right, digits()), false)) return;
    if (rounded_on_the_way(x, r, c) && slipped(Slip::rounded_early, false)) return;
    if (slipped(slip_of(number, from_sound_.full(r, c), digits()), false)) return;
    j.from_own = true;
    if (agrees(x, from_own_.full(r, c), digits())) {
      j.verdict = Verdict::follows;
      return;
    }
    if (slipped(slip_of(number, from_own_.full(r, c), digits()), true)) return;
    if (agrees(x, from_own_.pencilled(r, c), digits()) && slipped(Slip::rounded_early, true))
      return;
    j.verdict = Verdict::wrong;
    j.from_own = false;
  }

  // One number in every gap of a step, as zeros are, follows from the same number before: there is
  // no work in it.
  void doubt_idle_answers(Index s) {
    constexpr std::size_t kFew = 3;
    std::vector<Judgement*> gaps;
    for (Judgement& j : judgements_) {
      if (j.step == s && j.verdict != Verdict::empty) gaps.push_back(&j);
    }
    const auto like_first = [&gaps](const Judgement* j) {
      return j->written == gaps.front()->written;
    };
    const auto right_like_first = [&gaps](const Judgement* j) {
      return same(j->right, gaps.front()->right);
    };
    if (gaps.size() < kFew || !std::ranges::all_of(gaps, like_first)) return;
    if (std::ranges::all_of(gaps, right_like_first)) return;
    for (Judgement* j : gaps) {
      if (j->from_own) j->verdict = Verdict::wrong;
      j->from_own = false;
    }
  }

  const Sheet& sheet_;
  const Answers& answers_;
  std::vector<Judgement> judgements_;
  // Of the steps so far: as printed; with what the student wrote where it is right but for
  // rounding; with all that the student wrote; and rounded at every step, to the digits asked for
  // and to one less.
  std::vector<Matrix> printed_, sound_, own_;
  std::array<std::vector<Matrix>, 2> pencils_;
  // What the next step comes to from those.
  Matrix from_printed_;
  Carried from_sound_, from_own_;
  std::array<Matrix, 2> from_pencil_;
};

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

}  // namespace

std::string_view word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::right:
      return "right";
    case Verdict::follows:
      return "follows";
    case Verdict::rounding:
      return "rounding";
    case Verdict::wrong:
      return "wrong";
    case Verdict::empty:
      return "empty";
    case Verdict::unread:
      break;
  }
  return "unread";
}

std::string_view word_of(Slip slip) {
  switch (slip) {
    case Slip::truncated:
      return "truncated";
    case Slip::rounded_early:
      return "rounded early";
    case Slip::fewer_digits:
      return "fewer digits";
    case Slip::none:
      break;
  }
  return "";
}

int Grade::count(Verdict verdict) const {
  return static_cast<int>(std::ranges::count(gaps, verdict, &Judgement::verdict));
}

Grade grade(const Sheet& sheet, const Answers& answers, const Rubric& rubric) {
  if (answers.sheet != sheet.code) {
    throw Error("{}: it answers the sheet {}, not {}", answers.file,
                answers.sheet.empty() ? "without a name" : in_quotes(answers.sheet), sheet.code);
  }
  Grade result{answers.file, shortened(answers.student), Judge(sheet, answers).judgements(), {}};
  give_points(result, sheet, rubric);
  remark_strangers(result, answers);
  return result;
}

}  // namespace attn::practice
