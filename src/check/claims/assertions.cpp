// How many times more is a size than another, and do weights sum to 1?

#include <fmt/format.h>

#include <algorithm>

#include "check/claims/attention_rows.hpp"
#include "check/claims/comparison.hpp"
#include "check/claims/kinds.hpp"
#include "check/formula/digits.hpp"
#include "check/formula/evaluate.hpp"

namespace attn {

namespace {

using Verdict = Judgement::Verdict;

double bytes_of(const Expression& size) {
  return size.numbers[0].value * factor_of(size.unit, {.thousand = 1024});
}

}  // namespace

std::optional<Judgement> judge_ratio(const Statement& s, Judging& judging) {
  const std::string_view reading = judging.text;
  const auto excerpt = [reading](const Expression& e) {
    return std::string(reading.substr(e.begin, e.end - e.begin));
  };
  const std::size_t n = s.members.size();
  const Expression &after = s.members[n - 2], &factor = s.members[n - 1];
  Judgement result{.verdict = Verdict::wrong, .begin = s.begin, .end = s.end};
  for (std::size_t i = 0; i + 2 < n; ++i) {
    const double a = bytes_of(s.members[i]), b = bytes_of(after);
    const double times = std::max(a, b) / std::min(a, b);
    result.working.push_back(
        fmt::format("{} and {}: {:.4g} times", excerpt(s.members[i]), excerpt(after), times));
    const Printed said = printed_cells(factor, {}, factor.loose)[0];
    if (agrees({times, times}, said, Digits::round)) result.verdict = Verdict::right;
    result.said = fmt::format("{}×", factor.numbers[0].text);
    result.is = fmt::format("{:.4g}×", times);
  }
  if (result.verdict == Verdict::right) {
    result.said.clear();
    result.is.clear();
  } else if (n > 3 || s.quotes_an_error || after.unit.billions) {
    result.verdict = Verdict::unsure;
    result.remark = n > 3               ? "which size it is compared with is not said"
                    : s.quotes_an_error ? "the line speaks of an error"
                                        : "B may count billions";
  } else {
    result.remark = fmt::format("{} to {}", excerpt(s.members[0]), excerpt(after));
    const std::string_view digits = factor.numbers[0].text;
    if (reading.substr(factor.begin).starts_with(digits)) {
      result.numbers = {{factor.begin, factor.begin + digits.size()}};
    }
  }
  return result;
}

std::optional<Judgement> judge_sum_of_one(const Statement& s, Judging&) {
  std::string why = why_no_sum_of_one(s.members[0]);
  const Verdict verdict = why.empty()         ? Verdict::right
                          : s.quotes_an_error ? Verdict::unsure
                                              : Verdict::wrong;
  return Judgement{.verdict = verdict, .begin = s.begin, .end = s.end, .remark = std::move(why)};
}

std::vector<Statement> find_ratios(const LineOfNotes& line, Earlier& earlier) {
  return earlier.sizes.ratios(line.tokens);
}

std::vector<Statement> find_sums_to_one(const LineOfNotes& line, Earlier&) {
  return sums_to_one(line.tokens);
}

}  // namespace attn
