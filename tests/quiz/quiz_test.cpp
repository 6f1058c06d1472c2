// Does a quiz hear what is answered, whatever is typed, and come to an end?
#include "quiz/quiz.hpp"

#include <doctest/doctest.h>

using attn::QuizQuestion;
using attn::QuizScore;
using attn::QuizTalk;

namespace {

const std::vector<QuizQuestion> kQuestions{
    {.source = "a",
     .section = "Weights",
     .text = "Which?",
     .answers = {"the", "Cat", "3"},
     .right = 1,
     .found = "the 0.1, Cat 0.9",
     .reason = {"A query meets every key."}},
    {.source = "b", .section = "Weights", .text = "And?", .answers = {"x", "y"}, .found = "x 1"}};

struct Held {
  QuizScore score;
  std::string said;
};

Held held(std::vector<std::string> lines, attn::QuizOptions options = {}, std::size_t pipe = 99) {
  Held result;
  std::size_t next = 0, times = 0;
  const QuizTalk talk{.say =
                          [&](std::string_view text) {
                            result.said += text;
                            return ++times < pipe;
                          },
                      .hear = [&]() -> std::optional<std::string> {
                        if (next == lines.size()) return {};
                        return lines[next++];
                      }};
  result.score = attn::hold_quiz(kQuestions, talk, options);
  return result;
}

}  // namespace

TEST_SUITE_BEGIN("a quiz");

TEST_CASE("shows the answer, the numbers and the reason after a guess") {
  const Held quiz = held({"1", "x"}, {.echo = true});
  CHECK(quiz.said ==
        "1 of 2 · Weights\n\nWhich?\n  1 the\n  2 Cat\n  3 3\n> 1\n"
        "✗ Not the: Cat.\nthe 0.1, Cat 0.9\n\nA query meets every key.\n\n"
        "2 of 2 · Weights\n\nAnd?\n  1 x\n  2 y\n> x\n✓ Right: x.\nx 1\n\n");
  CHECK(quiz.score.asked == 2);
  CHECK(quiz.score.right == 1);
}

TEST_CASE("takes numbers and words, in any case, with blanks around") {
  for (const char* guess : {"2", "cat", "CAT", "  Cat \r", "\t2"}) {
    CAPTURE(guess);
    CHECK(attn::guessed(kQuestions[0], guess) == 1);
  }
  CHECK(attn::guessed(kQuestions[0], "3") == 2);
  for (const char* guess :
       {"", " ", "0", "4", "-1", "2.0", "99999999999999999999999", "ca", "dog"}) {
    CAPTURE(guess);
    CHECK(attn::guessed(kQuestions[0], guess) == std::nullopt);
  }
}

TEST_CASE("ends with the lines, and with a reader that has gone") {
  CHECK(held({}).score.asked == 0);
  CHECK(held({"2"}).score.asked == 1);
  CHECK(held({"2"}).score.right == 1);
  CHECK(held({"2", "1"}, {}, 1).score.asked == 0);
  CHECK(held({"2", "1"}, {}, 2).score.asked == 1);
  CHECK(attn::score_text({.asked = 1, .right = 1}, 2) == "You stopped after 1 of 2: 1 right.\n");
  CHECK(attn::score_text({.asked = 2, .right = 1}, 2) == "1 of 2 right.\n");
}

TEST_CASE("passes over what is no answer, and shows no control characters") {
  const Held quiz =
      held({std::string("\x1b[2J\xff\0z", 7), std::string(5000, 'a')}, {.echo = true});
  CHECK(quiz.score.asked == 2);
  CHECK(quiz.score.right == 0);
  CHECK(quiz.said.find('\x1b') == std::string::npos);
  CHECK(quiz.said.size() < 2000);
}

TEST_CASE("knows nothing but ASCII where that is asked for") {
  for (const char c : held({"1", "1"}, {.ascii = true}).said) CHECK(static_cast<int>(c) > 0);
}

TEST_SUITE_END();
