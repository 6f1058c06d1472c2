// Are the questions on a page fair: one right answer, and the one that its numbers give?
#include "quiz/question.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "cli/knobs.hpp"
#include "document/page.hpp"
#include "quiz/negation.hpp"
#include "quiz/table_questions.hpp"

using attn::Document;
using attn::QuizQuestion;
using attn::Table;

namespace {

Document page_of(const attn::Lesson& lesson) {
  attn::CommandLine line("Options");
  const attn::Writer write = lesson.open(line);
  line.parse({});
  return attn::computed(write());
}

const QuizQuestion* asking(const std::vector<QuizQuestion>& questions, std::string_view text) {
  const auto found = std::ranges::find(questions, text, &QuizQuestion::text);
  return found == questions.end() ? nullptr : &*found;
}

std::string answer(const std::vector<QuizQuestion>& questions, std::string_view text) {
  const QuizQuestion* question = asking(questions, text);
  CAPTURE(std::string(text));
  REQUIRE(question != nullptr);
  return question->answers.at(question->right);
}

const Table kWeights{
    "weights",
    "Weights",
    {{"row", "query", ""}, {"c0", "the", ""}, {"c1", "cat", ""}, {"c2", "the", ""}},
    {{"the", 0.5, 0.25, 0.25}, {"cat", 0.4, 0.2, 0.4}, {"the", 0.1, 0.2, 0.7}}};

const Table kGrowth{"growth",
                    "Bytes",
                    {{"n", "n", ""}, {"bytes", "bytes", ""}, {"a", "one", ""}, {"b", "two", ""}},
                    {{attn::Integer{2}, attn::Integer{4}, 0.5, 0.25},
                     {attn::Integer{4}, attn::Integer{16}, 0.4, 0.5},
                     {attn::Integer{8}, attn::Integer{64}, 0.3, 0.75}}};

}  // namespace

TEST_SUITE_BEGIN("questions");

TEST_CASE("on weights are about the largest of a row, where no other is as large") {
  const auto questions = attn::table_questions(kWeights);
  CHECK(questions.size() == 2);
  CHECK(answer(questions, "Which word gets the largest weight of “the [0]”?") == "the [0]");
  CHECK(answer(questions, "Which word gets the largest weight of “the [2]”?") == "the [2]");
  CHECK(questions.front().answers == std::vector<std::string>{"the [0]", "cat", "the [2]"});
  CHECK(questions.front().found == "the [0] 0.5000, cat 0.2500, the [2] 0.2500");
}

TEST_CASE("on a sweep are about its ends, the power of growth, and the larger of two") {
  const auto questions = attn::table_questions(kGrowth);
  CHECK(answer(questions, "“Bytes”: what becomes of “bytes” from n = 2 to n = 8?") == "it grows");
  CHECK(answer(questions, "“Bytes”: what becomes of “one” from n = 2 to n = 8?") == "it falls");
  CHECK(answer(questions, "“Bytes”, n = 8: which is larger?") == "two");
  CHECK(answer(questions,
               "“Bytes”: n grows 4 times, from 2 to 8. How many times does “bytes” grow?") ==
        "16 times");
}

TEST_CASE("on other tables are about the row where a column is largest") {
  Table table = kWeights;
  table.columns[1].id = "weight";
  CHECK(answer(attn::table_questions(table), "“Weights”: where is “the” largest?") == "the [0]");
}

TEST_CASE("leave out what has no answer") {
  Table table = kGrowth;
  table.rows[1][2] = attn::Missing{};
  table.rows[1][3] = std::numeric_limits<double>::infinity();
  for (const QuizQuestion& question : attn::table_questions(table)) {
    CHECK(question.text.find("one") == std::string::npos);
    CHECK(question.text.find("two") == std::string::npos);
  }
  Table noise = kGrowth;  // measured, and much the same
  noise.rows[2][2] = 0.51;
  for (const QuizQuestion& question : attn::table_questions(noise)) {
    CHECK(question.text.find("what becomes of “one”") == std::string::npos);
  }
  CHECK(attn::table_questions({"empty", "Empty", {{"a", "a", ""}}, {}}).empty());
  CHECK(attn::table_questions({"none", "None", {}, {}}).empty());
}

TEST_CASE("pass over components, and over rows that add up others") {
  const Table mixture{"mixture",
                      "The output",
                      {{"key", "key", ""}, {"weight", "weight", ""}, {"0", "0", ""}},
                      {{"the", 0.25, 1.0}, {"cat", 0.75, 2.0}, {"sum", 1.0, 3.0}}};
  const auto questions = attn::table_questions(mixture);
  CHECK(questions.size() == 1);
  CHECK(answer(questions, "“The output”: where is “weight” largest?") == "cat");
}

TEST_CASE("on words are about the row that alone has them") {
  const Table who{"who",
                  "Who does what",
                  {{"name", "", ""}, {"mask", "1 in a mask", ""}},
                  {{"this", "hidden"}, {"that", "takes part"}, {"those", "hidden"}}};
  const auto questions = attn::table_questions(who);
  CHECK(questions.size() == 1);
  CHECK(answer(questions, "“Who does what”: which row says “takes part” under “1 in a mask”?") ==
        "that");
}

TEST_CASE("show some of many rows, the right one among them") {
  Table table{"many", "Many", {{"name", "", ""}, {"x", "x", ""}}, {}};
  for (int i = 0; i < 30; ++i)
    table.rows.push_back({fmt::format("row {}", i), i == 17 ? 1.0 : 0.1});
  const auto questions = attn::table_questions(table);
  REQUIRE(questions.size() == 1);
  CHECK(questions.front().answers.size() == 8);
  CHECK(answer(questions, "“Many”: where is “x” largest?") == "row 17");
}

TEST_CASE("ask for the truth of a claim, or of its negation") {
  attn::Page page{"lesson", "Title"};
  page.heading("Rows");
  page.say("A row is divided by its sum.");
  page.claim("sum", "every row sums to 1", {true, "largest |x − 1| = 0"});
  page.claim("wrong", "no row is left", {false, "one is"});
  const auto questions = attn::questions_of(std::move(page).finish());
  CHECK(questions.size() == 3);
  CHECK(answer(questions, "True or false: every row sums to 1.") == "true");
  CHECK(answer(questions, "True or false: not every row sums to 1.") == "false");
  CHECK(answer(questions, "True or false: no row is left.") == "false");
  CHECK(questions.front().section == "Rows");
  CHECK(questions.front().reason.front().text == "A row is divided by its sum.");
  CHECK(attn::chosen_questions(questions, 9, "0").size() == 2);  // a claim is asked about once
}

TEST_CASE("deny nothing that could be true either way") {
  CHECK(attn::negated("no weight is below 0") == "some weight is below 0");
  CHECK(attn::negated("dividing never lowers the entropy") ==
        "dividing sometimes lowers the entropy");
  CHECK(attn::negated("the printed weights are not the softmax") ==
        "the printed weights are the softmax");
  CHECK(attn::negated("two heads can") == std::nullopt);
  CHECK(attn::negated("a is b, and c is d") == std::nullopt);
  CHECK(attn::negated("") == std::nullopt);
}

TEST_CASE("are made on every lesson, each with answers that differ and one of them right") {
  for (const attn::Lesson& lesson : attn::contents()) {
    if (lesson.name == "learn") continue;  // which takes minutes
    CAPTURE(std::string(lesson.name));
    const auto questions = attn::questions_of(page_of(lesson));
    CHECK(attn::chosen_questions(questions, 12, "0").size() >= 5);
    for (const QuizQuestion& question : questions) {
      CAPTURE(question.text);
      CHECK(question.right < question.answers.size());
      CHECK(question.answers.size() >= 2);
      CHECK(!question.found.empty());
      const std::set<std::string> distinct(question.answers.begin(), question.answers.end());
      CHECK(distinct.size() == question.answers.size());
    }
  }
}

TEST_CASE("come in the order of the seed, the same each time, from many places first") {
  const auto all = attn::questions_of(page_of(attn::contents().front()));
  const auto order = [&all](const std::string& seed) {
    std::vector<std::string> texts;
    for (const QuizQuestion& q : attn::chosen_questions(all, 12, seed)) texts.push_back(q.text);
    return texts;
  };
  CHECK(order("1") == order("1"));
  CHECK(order("1") != order("2"));
  std::set<std::string> places;
  for (const QuizQuestion& q : attn::chosen_questions(all, 6, "1")) places.insert(q.source);
  CHECK(places.size() == 6);
}

TEST_SUITE_END();
