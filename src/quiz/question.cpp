#include "quiz/question.hpp"

#include <fmt/format.h>

#include <random>
#include <set>

#include "quiz/negation.hpp"
#include "quiz/table_questions.hpp"

namespace attn {

namespace {

QuizQuestion truth_of(const Claim& claim, std::string text, bool holds) {
  return {.source = claim.id,
          .is_claim = true,
          .section = {},
          .text = fmt::format("True or false: {}.", text),
          .answers = {"true", "false"},
          .right = std::size_t{!holds},
          .found = text == claim.text ? claim.evidence
                                      : fmt::format("{}: {}", claim.text, claim.evidence)};
}

// A claim that holds is asked as it stands, and denied; one that does not, as it stands alone.
std::vector<QuizQuestion> claim_questions(const Claim& claim) {
  std::vector<QuizQuestion> questions{truth_of(claim, claim.text, claim.holds)};
  if (const auto denied = negated(claim.text); denied && claim.holds) {
    questions.push_back(truth_of(claim, *denied, false));
  }
  return questions;
}

// What the page says about a block: of a table the paragraph before it, of a claim the one right
// after it, or else the one before the table that it is about.
Prose prose_near(const Document& page, std::size_t at) {
  const auto paragraph = [&page](std::size_t i) -> const Paragraph* {
    return i < page.blocks.size() ? std::get_if<Paragraph>(&page.blocks[i]) : nullptr;
  };
  const bool claim = std::holds_alternative<Claim>(page.blocks[at]);
  if (const Paragraph* next = paragraph(at + 1); claim && next != nullptr) return next->prose;
  int tables = 0;
  for (std::size_t i = at; i-- > 0;) {
    if (const Paragraph* before = paragraph(i)) return before->prose;
    tables += std::holds_alternative<Table>(page.blocks[i]) ? 1 : 0;
    if (std::holds_alternative<Heading>(page.blocks[i]) || tables > (claim ? 1 : 0)) break;
  }
  const Paragraph* next = paragraph(at + 1);
  return next == nullptr ? Prose{} : next->prose;
}

// The same on every machine, unlike std::shuffle.
void shuffle(std::vector<QuizQuestion>& questions, const std::string& seed) {
  std::seed_seq words(seed.begin(), seed.end());
  std::mt19937 random(words);
  for (std::size_t i = questions.size(); i > 1; --i) {
    std::swap(questions[i - 1], questions[random() % i]);
  }
}

}  // namespace

std::vector<QuizQuestion> questions_of(const Document& page) {
  std::vector<QuizQuestion> all;
  std::string section = page.title;
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    std::vector<QuizQuestion> made;
    if (const auto* heading = std::get_if<Heading>(&page.blocks[i])) section = heading->text;
    if (const auto* table = std::get_if<Table>(&page.blocks[i])) made = table_questions(*table);
    if (const auto* claim = std::get_if<Claim>(&page.blocks[i])) made = claim_questions(*claim);
    for (QuizQuestion& question : made) {
      question.section = section;
      question.reason = prose_near(page, i);
      all.push_back(std::move(question));
    }
  }
  return all;
}

std::vector<QuizQuestion> chosen_questions(std::vector<QuizQuestion> questions, std::size_t count,
                                           const std::string& seed) {
  shuffle(questions, seed);
  std::vector<QuizQuestion> chosen;
  while (chosen.size() < count && !questions.empty()) {
    // One round: at most one question of each table and claim.
    std::set<std::string> asked;
    std::vector<QuizQuestion> left;
    for (QuizQuestion& question : questions) {
      const bool fresh = chosen.size() < count && asked.insert(question.source).second;
      if (fresh) {
        chosen.push_back(std::move(question));
      } else if (!question.is_claim) {
        left.push_back(std::move(question));
      }
    }
    questions = std::move(left);
  }
  return chosen;
}

}  // namespace attn
