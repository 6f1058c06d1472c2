// How are questions put, one after another?
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quiz/question.hpp"

namespace attn {

struct QuizOptions {
  int width = 80;
  bool ascii = false;
  bool echo = false;  // guesses come from a file or a pipe, and are shown
};

struct QuizTalk {
  // False when what is said cannot be written; then nothing more is asked.
  std::function<bool(std::string_view text)> say;
  // A line without its end; nothing when there are no more.
  std::function<std::optional<std::string>()> hear;
};

struct QuizScore {
  std::size_t asked = 0, right = 0;  // asked: answered or passed over, before the lines ended
};

// The place of the answer that a guess names, by its number from 1 or by its words; nothing for
// anything else.
std::optional<std::size_t> guessed(const QuizQuestion& question, std::string_view guess);

// Asks each question once, hears one line, and shows what is right, the numbers, and the reason. An
// empty line, or one that names no answer, passes the question over.
QuizScore hold_quiz(std::span<const QuizQuestion> questions, const QuizTalk& talk,
                    const QuizOptions& options);

// "7 of 12 right."
std::string score_text(const QuizScore& score, std::size_t questions);

}  // namespace attn
