#include "quiz/table_questions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "quiz/table_facts.hpp"
#include "render/number.hpp"

namespace attn {

namespace {

using namespace table_facts;

constexpr std::size_t kMostAnswers = 8;

std::vector<QuizQuestion> largest_of_each_row(const Table& table) {
  std::vector<QuizQuestion> questions;
  std::vector<std::string> titles;
  for (std::size_t c = 1; c < table.columns.size(); ++c) titles.push_back(table.columns[c].title);
  if (titles.size() > kMostAnswers || is_component(table.columns[1])) return {};
  titles = distinct(titles);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::vector<double> row;
    std::vector<std::string> found;
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
      if (const auto x = number(table.rows[i][c])) row.push_back(*x);
      found.push_back(fmt::format("{} {}", titles[c - 1], cell_of(table, i, c)));
    }
    const auto largest = row.size() == titles.size() ? place_of_largest(row) : std::nullopt;
    if (!largest) continue;
    questions.push_back(
        {.source = table.id,
         .section = {},
         .text = table.id == "weights" && table.columns.front().title == "query"
                     ? fmt::format("Which word gets the largest weight of {}?", row_name(table, i))
                     : fmt::format("“{}”: which is largest in the row of {}?", table.caption,
                                   row_name(table, i)),
         .answers = titles,
         .right = *largest,
         .found = fmt::format("{}", fmt::join(found, ", "))});
  }
  return questions;
}

// As many rows as there is room for, `right` among them.
std::vector<std::size_t> some_rows(std::size_t count, std::size_t right) {
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < std::min(count, kMostAnswers); ++k) {
    rows.push_back(count <= kMostAnswers ? k : k * count / kMostAnswers);
  }
  if (std::ranges::find(rows, right) == rows.end()) rows[right * rows.size() / count] = right;
  return rows;
}

// Which row is it? The answers are labels, and what is found is the column beside them.
QuizQuestion which_row(const Table& table, std::size_t column, std::size_t right,
                       std::string text) {
  const std::vector<std::string> labels = labels_of(table);
  QuizQuestion question;
  question.source = table.id;
  question.text = std::move(text);
  std::vector<std::string> found;
  for (const std::size_t i : some_rows(labels.size(), right)) {
    if (i == right) question.right = question.answers.size();
    question.answers.push_back(labels[i]);
    found.push_back(fmt::format("{}: {}", labels[i], cell_of(table, i, column)));
  }
  question.found = fmt::format("{}", fmt::join(found, "; "));
  return question;
}

void ask_for_row(const Table& table, std::size_t column, std::vector<QuizQuestion>& questions) {
  const auto largest = place_of_largest(numbers_down(table, column));
  if (!largest) return;
  questions.push_back(which_row(
      table, column, *largest,
      fmt::format("“{}”: where is “{}” largest?", table.caption, table.columns[column].title)));
}

// Of words that one row alone has.
void ask_for_words(const Table& table, std::size_t column, std::vector<QuizQuestion>& questions) {
  constexpr std::size_t kLongest = 60;
  std::vector<std::string> words;
  for (const auto& row : table.rows) {
    const auto* word = std::get_if<std::string>(&row[column]);
    words.push_back(word == nullptr ? "" : *word);
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].empty() || words[i].size() > kLongest) continue;
    if (std::ranges::count(words, words[i]) != 1) continue;
    questions.push_back(
        which_row(table, column, i,
                  fmt::format("“{}”: which row says “{}” under “{}”?", table.caption, words[i],
                              table.columns[column].title)));
    questions.back().found = fmt::format("{}: {}", labels_of(table)[i], words[i]);
  }
}

void ask_for_end(const Table& table, std::size_t column, std::vector<QuizQuestion>& questions) {
  const std::vector<double> numbers = numbers_down(table, column);
  const std::size_t last = numbers.size() - 1;
  if (!clear(numbers.front(), numbers.back())) return;
  const bool same = equal(numbers.front(), numbers.back());
  questions.push_back(
      {.source = table.id,
       .section = {},
       .text = fmt::format("“{}”: what becomes of “{}” from {} to {}?", table.caption,
                           table.columns[column].title, row_name(table, 0), row_name(table, last)),
       .answers = {"it grows", "it falls", "it stays the same"},
       .right = same ? std::size_t{2} : std::size_t{numbers.front() > numbers.back()},
       .found =
           fmt::format("{}, then {}", cell_of(table, 0, column), cell_of(table, last, column))});
}

// From the first row to the second, in powers of the factor between these two.
void ask_for_power(const Table& table, std::size_t column, std::vector<QuizQuestion>& questions) {
  const std::vector<double> steps = numbers_down(table, 0), numbers = numbers_down(table, column);
  const std::size_t last = steps.size() - 1;
  if (!(steps.front() > 0.0) || !(numbers.front() > 0.0)) return;
  const double factor = steps[last] / steps[0], growth = numbers[last] / numbers[0];
  const double powers[] = {1.0, factor, factor * factor, factor * factor * factor};
  const auto power = std::ranges::find_if(powers, [&](double p) { return equal(p, growth); });
  if (power == std::end(powers) || factor < 2.0) return;
  std::vector<std::string> answers;
  for (const double p : powers) answers.push_back(fmt::format("{} times", brief(p)));
  answers.front() = "it stays the same";
  questions.push_back(
      {.source = table.id,
       .section = {},
       .text = fmt::format("“{}”: {} grows {} times, from {} to {}. How many times does “{}” grow?",
                           table.caption, table.columns.front().title, brief(factor),
                           label_of(table, 0), label_of(table, last), table.columns[column].title),
       .answers = std::move(answers),
       .right = static_cast<std::size_t>(power - std::begin(powers)),
       .found =
           fmt::format("{}, then {}", cell_of(table, 0, column), cell_of(table, last, column))});
}

bool are_alike(const Column& a, const Column& b) {
  return a.unit == b.unit && a.digits == b.digits && a.notation == b.notation;
}

void ask_for_larger(const Table& table, std::size_t row, std::size_t column,
                    std::vector<QuizQuestion>& questions) {
  const auto a = number(table.rows[row][column]), b = number(table.rows[row][column + 1]);
  const Column &one = table.columns[column], &two = table.columns[column + 1];
  if (!a || !b || !clear(*a, *b) || !are_alike(one, two) || one.title == two.title) return;
  if (!std::holds_alternative<double>(table.rows[row][column])) return;
  questions.push_back(
      {.source = table.id,
       .section = {},
       .text = fmt::format("“{}”, {}: which is larger?", table.caption, row_name(table, row)),
       .answers = {one.title, two.title, "neither"},
       .right = equal(*a, *b) ? std::size_t{2} : std::size_t{*b > *a},
       .found = fmt::format("{} {}, {} {}", one.title, cell_of(table, row, column), two.title,
                            cell_of(table, row, column + 1))});
}

}  // namespace

std::vector<QuizQuestion> table_questions(const Table& whole) {
  if (whole.columns.size() < 2) return {};
  const Table table = without_sums(whole);
  if (table.rows.size() < 2) return {};
  if (is_matrix(table)) return largest_of_each_row(table);
  std::vector<QuizQuestion> questions;
  const bool sweep = is_sweep(table);
  for (std::size_t c = 1; c < table.columns.size(); ++c) {
    if (is_component(table.columns[c])) continue;
    if (!is_numeric(table, c)) {
      if (!sweep && c == 1) ask_for_words(table, c, questions);
      continue;
    }
    if (!sweep) {
      ask_for_row(table, c, questions);
      continue;
    }
    ask_for_end(table, c, questions);
    ask_for_power(table, c, questions);
    if (c + 1 == table.columns.size() || !is_numeric(table, c + 1)) continue;
    ask_for_larger(table, table.rows.size() - 1, c, questions);
  }
  return questions;
}

}  // namespace attn
