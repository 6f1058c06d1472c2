// Are answers judged as somebody who grades by hand judges them? Each case is worked by hand.
#include "practice/judge.hpp"

#include <doctest/doctest.h>

#include "practice/small_sheet.hpp"
#include "support/error.hpp"

using namespace attn;
using namespace attn::practice;
using test::answers_of;
using test::small_sheet;

namespace {

using Words = std::vector<std::string>;

// "right", "follows", "truncated", … for each gap: scaled, scaled, weights, weights, output.
Words verdicts(const Words& written, SheetOptions options = {}) {
  const Sheet sheet = small_sheet(std::move(options));
  Words words;
  for (const Judgement& j : grade(sheet, answers_of(sheet, written), {}).gaps) {
    const bool slipped = j.verdict == Verdict::rounding;
    words.emplace_back(slipped ? word_of(j.slip) : word_of(j.verdict));
    if (slipped && j.from_own) words.back() += " given own";
  }
  return words;
}

double points(const Words& written, const Rubric& rubric) {
  const Sheet sheet = small_sheet();
  return grade(sheet, answers_of(sheet, written), rubric).points;
}

}  // namespace

TEST_SUITE_BEGIN("judging answers");

TEST_CASE("finds what is right right, however many digits are written") {
  CHECK(verdicts({"1", "0", "0.731", "0.269", "1.538"}) == Words(5, "right"));
  CHECK(verdicts({"1.000", "-0", "0.73106", ".269", "1.5379"}) == Words(5, "right"));
}

TEST_CASE("counts an error once") {
  // Not divided by √4: softmax([2, 0]) = [0.8808, 0.1192], · [1, 3] = 1.2384.
  CHECK(verdicts({"2", "0", "0.881", "0.119", "1.238"}) ==
        Words{"wrong", "right", "follows", "follows", "follows"});
  // A wrong weight, 0.6: 0.6·1 + 0.269·3 = 1.407.
  CHECK(verdicts({"1", "0", "0.6", "0.269", "1.407"}) ==
        Words{"right", "right", "wrong", "right", "follows"});
  // Two errors count twice.
  CHECK(verdicts({"2", "0", "0.881", "0.119", "1.9"}) ==
        Words{"wrong", "right", "follows", "follows", "wrong"});
}

TEST_CASE("finds right what is right although an earlier step is not") {
  CHECK(verdicts({"2", "0", "0.731", "0.269", "1.538"}) ==
        Words{"wrong", "right", "right", "right", "right"});
}

TEST_CASE("follows through steps that were left empty, or not read") {
  CHECK(verdicts({"2", "0", "", "maybe", "1.238"}) ==
        Words{"wrong", "right", "empty", "unread", "follows"});
}

TEST_CASE("tells what is cut off from what was rounded on the way") {
  // 0.26894 is cut to 0.268; 1.53788 to 1.537.
  CHECK(verdicts({"1", "0", "0.731", "0.268", "1.537"}) ==
        Words{"right", "right", "right", "truncated", "truncated"});
  // 0.73·1 + 0.27·3 = 1.54 from weights of two digits.
  CHECK(verdicts({"1", "0", "0.73", "0.27", "1.540"}) ==
        Words{"right", "right", "fewer digits", "fewer digits", "rounded early"});
  CHECK(verdicts({"1", "0", "0.731", "0.269", "1.540"})[4] == "rounded early");
  // From the student's own numbers: 0.88079 cut, 0.1192 one digit short.
  CHECK(verdicts({"2", "0", "0.880", "0.12", "1.238"}) ==
        Words{"wrong", "right", "truncated given own", "fewer digits given own", "wrong"});
  // 0.880·1 + 0.12·3 = 1.240, which is what these weights give.
  CHECK(verdicts({"2", "0", "0.880", "0.12", "1.240"})[4] == "follows");
}

TEST_CASE("does not take a digit or two for a number") {
  CHECK(verdicts({"1", "0", "0.7", "0.3", "2"}) ==
        Words{"right", "right", "wrong", "wrong", "wrong"});
}

TEST_CASE("holds who works from printed numbers to nothing else") {
  // With one cell left out of each step, 0.731 and 0.269 stand on the page: 0.731 + 3·0.269
  // = 1.538.
  const Sheet sheet = small_sheet({.level = Level::cell, .digits = 1});
  // To one digit the page shows 0.7 and 0.3: 0.7 + 0.9 = 1.6, though 1.53788 is 1.5.
  Answers answers{"a.csv", sheet.code, "", {}};
  answers.gaps.emplace("output[q]", read_answer("1.6", "a.csv:4"));
  const Grade graded = grade(sheet, answers, {});
  REQUIRE(graded.gaps.back().name == "output[q]");
  // One of the two weights is the student's to find, and not 0.7 or 0.3 but as exact as they like.
  CHECK(graded.gaps.back().verdict != Verdict::wrong);
}

TEST_CASE("sees no work in the same number everywhere") {
  // Zeros give zeros: three or more alike do not follow from each other.
  const auto three = [](Plan& plan) {
    const Axis q{"query", {"q"}}, keys{"key", {"a", "b", "c"}};
    const Index s = plan.given("s", "S", q, keys, Matrix{{2.0, 4.0, 6.0}});
    const Index half = plan.step("half", "Half", "", q, keys, scaled(s, 4));
    plan.step("quarter", "Quarter", "", q, keys, scaled(half, 4));
  };
  static const std::array kThree{Exercise{"three", three}};
  const Sheet sheet = make_sheet(kThree, {.lesson = "three"});
  const auto judged = [&sheet](const Words& written) {
    return grade(sheet, answers_of(sheet, written), {}).count(Verdict::follows);
  };
  CHECK(judged({"0", "0", "0", "0", "0", "0"}) == 0);
  CHECK(judged({"0", "0", "1", "0", "0", "0.5"}) == 3);
}

TEST_CASE("takes minus infinity where it hides") {
  const auto masked = [](Plan& plan) {
    const Axis q{"query", {"q"}}, keys{"key", {"a", "b"}};
    const Index s = plan.given("s", "S", q, keys, Matrix{{2.0, 4.0}});
    plan.step("visible", "Visible", "", q, keys, hidden(s, Mask{{false, true}}));
  };
  static const std::array kMasked{Exercise{"masked", masked}};
  const Sheet sheet = make_sheet(kMasked, {.lesson = "masked"});
  CHECK(grade(sheet, answers_of(sheet, {"2", "-inf"}), {}).count(Verdict::right) == 2);
  CHECK(grade(sheet, answers_of(sheet, {"2", "-1e308"}), {}).count(Verdict::right) == 1);
  CHECK(grade(sheet, answers_of(sheet, {"2", "inf"}), {}).count(Verdict::right) == 1);
}

TEST_CASE("grades in other bases, and with vectors as columns") {
  // 2/3 and 1/3, 2/3 + 1 = 1.667; 0.75 and 0.25, 0.75 + 0.75 = 1.5.
  CHECK(verdicts({"1", "0", "0.667", "0.333", "1.667"}, {.base = Base::two}) == Words(5, "right"));
  CHECK(verdicts({"1", "0", "0.75", "0.25", "1.5"}, {.base = Base::three}) == Words(5, "right"));
  CHECK(verdicts({"1", "0", "0.731", "0.269", "1.538"}, {.layout = Layout::columns}) ==
        Words(5, "right"));
}

TEST_CASE("gives the points of the rubric") {
  const Words once{"2", "0", "0.881", "0.119", "1.238"};
  CHECK(points(once, {}) == 4.0);
  CHECK(points(once, {.follows = 0.5}) == 2.5);
  CHECK(points(once, {.points = {{"weights", 6.0}, {"output", 0.0}}}) == 7.0);
  const Words cut{"1", "0", "0.731", "0.268", "1.540"};
  CHECK(points(cut, {}) == 4.0);
  CHECK(points(cut, {.truncated = 0.0, .rounded_early = 1.0}) == 4.0);
  CHECK(points(cut, {.truncated = 0.25, .rounded_early = 0.0}) == 3.25);
}

TEST_CASE("refuses another sheet, and says which gaps there are not") {
  const Sheet sheet = small_sheet();
  Answers answers = answers_of(sheet, {"1", "0", "0.731", "0.269", "1.538"});
  answers.gaps.emplace("outptu[q]", read_answer("1", "ada.csv:9"));
  const Grade graded = grade(sheet, answers, {});
  REQUIRE(graded.remarks.size() == 1);
  CHECK(graded.remarks[0] == "ada.csv:9: the sheet has no gap \"outptu[q]\"");
  for (int i = 0; i < 1000; ++i) answers.gaps.emplace(std::to_string(i), Answer{});
  CHECK(grade(sheet, answers, {}).remarks.size() == 21);
  answers.sheet = "small/all/e/3/rows/00000000";
  CHECK_THROWS_AS(grade(sheet, answers, {}), Error);
  answers.sheet.clear();
  CHECK_THROWS_AS(grade(sheet, answers, {}), Error);
}

TEST_SUITE_END();
