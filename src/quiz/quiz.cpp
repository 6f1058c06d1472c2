#include "quiz/quiz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "render/format.hpp"
#include "support/ascii.hpp"
#include "support/quote.hpp"
#include "support/text.hpp"

namespace attn {

namespace {

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1));
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
  });
  return text;
}

// A paragraph as a page has it.
std::string written(const Prose& prose, const QuizOptions& options) {
  Document page{.lesson = {}, .title = {}, .settings = {}, .blocks = {}, .arrays = {}};
  page.blocks.emplace_back(Paragraph{prose});
  return render_text(page, {.width = options.width, .ascii = options.ascii, .title = false});
}

std::string shown(const std::string& text, const QuizOptions& options) {
  return written({text}, options);
}

std::string question_text(const QuizQuestion& question, std::size_t number, std::size_t count,
                          const QuizOptions& options) {
  std::string text = shown(fmt::format("{} of {} · {}", number, count, question.section), options) +
                     "\n" + shown(question.text, options);
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    text += "  " + shown(fmt::format("{} {}", i + 1, question.answers[i]), options);
  }
  return text;
}

std::string verdict_on(const QuizQuestion& question, const std::string& guess,
                       std::optional<std::size_t> place, const QuizOptions& options) {
  const std::string right = question.answers[question.right];
  std::string verdict;
  if (place == question.right) {
    verdict = fmt::format("✓ Right: {}.", right);
  } else if (place) {
    verdict = fmt::format("✗ Not {}: {}.", question.answers[*place], right);
  } else if (guess.empty()) {
    verdict = fmt::format("No guess: {}.", right);
  } else {
    verdict = fmt::format("{} is no answer from 1 to {}: {}.", in_quotes(guess),
                          question.answers.size(), right);
  }
  std::string text = shown(verdict, options) + shown(question.found, options);
  if (!question.reason.empty()) text += "\n" + written(question.reason, options);
  return text + "\n";
}

}  // namespace

std::optional<std::size_t> guessed(const QuizQuestion& question, std::string_view guess) {
  const std::string word = lower(trimmed(guess));
  std::size_t number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = problem == std::errc{} && end == word.data() + word.size();
  if (whole && number >= 1 && number <= question.answers.size()) return number - 1;
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    if (!word.empty() && word == lower(question.answers[i])) return i;
  }
  return {};
}

QuizScore hold_quiz(std::span<const QuizQuestion> questions, const QuizTalk& talk,
                    const QuizOptions& options) {
  QuizScore score;
  for (const QuizQuestion& question : questions) {
    const std::string text =
        question_text(question, score.asked + 1, questions.size(), options) + "> ";
    if (!talk.say(text)) break;
    const std::optional<std::string> line = talk.hear();
    if (!line) {
      talk.say("\n\n");
      break;
    }
    const std::string guess = trimmed(printable(*line));
    const auto place = guessed(question, guess);
    ++score.asked;
    score.right += place == question.right ? 1 : 0;
    const std::string echoed = options.echo ? shown(shortened(guess), options) : "";
    const std::string after = options.echo && echoed.empty() ? "\n" : echoed;
    if (!talk.say(after + verdict_on(question, guess, place, options))) break;
  }
  return score;
}

std::string score_text(const QuizScore& score, std::size_t questions) {
  if (score.asked == questions) return fmt::format("{} of {} right.\n", score.right, questions);
  return fmt::format("You stopped after {} of {}: {} right.\n", score.asked, questions,
                     score.right);
}

}  // namespace attn
