// A sheet that fits on a thumbnail, worked by hand: one query, two keys.
//
//     scores [2, 0], /√4 -> scaled [1, 0], softmax -> weights [0.73106, 0.26894],
//     · v [1, 3] -> output 1.53788
#pragma once

#include <array>

#include "practice/answers.hpp"
#include "practice/plan.hpp"
#include "practice/rules.hpp"

namespace attn::practice::test {

inline void write_small(Plan& plan) {
  const Axis query{"query", {"q"}}, keys{"key", {"a", "b"}};
  const Index scores = plan.given("scores", "Scores", query, keys, Matrix{{2.0, 0.0}});
  const Index v = plan.given("v", "Values", keys, {}, Matrix{{1.0}, {3.0}});
  const Index divided = plan.step("scaled", "Scaled", "", query, keys, scaled(scores, 4));
  const Index weights = plan.weights("weights", "Weights", "A = \\text{softmax}(S')", query, keys,
                                     softmaxed(divided, plan.base()));
  plan.step("output", "Output", "O = A V", query, {}, product(weights, v));
}

inline constexpr std::array kSmall{Exercise{"small", write_small}};

inline Sheet small_sheet(SheetOptions options = {}) {
  options.lesson = "small";
  return make_sheet(kSmall, options);
}

// The answers in the order of the page: scaled, scaled, weights, weights, output.
inline Answers answers_of(const Sheet& sheet, const std::vector<std::string>& written) {
  Answers answers{"ada.csv", sheet.code, "Ada", {}};
  std::size_t at = 0;
  for_each_gap(sheet, [&](Index s, Index r, Index c) {
    const std::string name = gap_name(sheet, sheet.steps[s], r, c);
    answers.gaps.emplace(name, read_answer(written.at(at), "ada.csv:" + std::to_string(at + 4)));
    ++at;
  });
  return answers;
}

}  // namespace attn::practice::test
