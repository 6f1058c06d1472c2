#include "quiz/table_questions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "render/number.hpp"

namespace attn {

namespace {

constexpr std::size_t kMostAnswers = 8;

// A finite number, as a double.
std::optional<double> number(const Cell& cell) {
  if (const auto* whole = std::get_if<Integer>(&cell)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&cell);
  return real != nullptr && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

std::vector<double> numbers_down(const Table& table, std::size_t column) {
  std::vector<double> numbers;
  for (const auto& row : table.rows) {
    if (const auto x = number(row[column])) numbers.push_back(*x);
  }
  return numbers;
}

bool is_numeric(const Table& table, std::size_t column) {
  return numbers_down(table, column).size() == table.rows.size();
}

bool equal(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

// Whether two numbers are the same, or so far apart that there is a reason for it.
bool clear(double a, double b) {
  constexpr double kFactor = 1.2;
  return equal(a, b) || std::abs(a - b) >= (kFactor - 1.0) * std::min(std::abs(a), std::abs(b));
}

// Where the largest stands; nothing where another is as large.
std::optional<std::size_t> place_of_largest(const std::vector<double>& numbers) {
  if (numbers.size() < 2) return {};
  const auto largest = std::ranges::max_element(numbers);
  for (auto it = numbers.begin(); it != numbers.end(); ++it) {
    if (it != largest && equal(*it, *largest)) return {};
  }
  return static_cast<std::size_t>(largest - numbers.begin());
}

// Names that occur twice are told apart by their place, from 0.
std::vector<std::string> distinct(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool twice = std::ranges::count(names, names[i]) > 1;
    result.push_back(twice ? fmt::format("{} [{}]", names[i], i) : names[i]);
  }
  return result;
}

std::string label_of(const Table& table, std::size_t row) {
  return shown(table.rows[row].front(), table.columns.front());
}

std::vector<std::string> labels_of(const Table& table) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < table.rows.size(); ++i) labels.push_back(label_of(table, i));
  return distinct(labels);
}

// "d = 8", or "“cat”" of words.
std::string row_name(const Table& table, std::size_t row) {
  const std::string& title = table.columns.front().title;
  const bool is_word = std::holds_alternative<std::string>(table.rows[row].front());
  if (is_word) return fmt::format("“{}”", labels_of(table)[row]);
  return title.empty() ? label_of(table, row) : fmt::format("{} = {}", title, label_of(table, row));
}

std::string cell_of(const Table& table, std::size_t row, std::size_t column) {
  return shown(table.rows[row][column], table.columns[column]);
}

// A component of a vector, or a product of two: nobody has a reason to expect anything of it.
bool is_component(const Column& column) {
  return column.title.find("·") != std::string::npos ||
         std::ranges::all_of(column.title, [](char c) { return c >= '0' && c <= '9'; });
}

// Rows that add up those before them say nothing of their own.
Table without_sums(Table table) {
  std::erase_if(table.rows, [](const std::vector<Cell>& row) {
    const auto* label = std::get_if<std::string>(&row.front());
    return label != nullptr && *label == "sum";
  });
  return table;
}

// A column for each key, as lessons write matrices.
bool is_matrix(const Table& table) {
  return table.columns.size() > 2 && table.columns[1].id == "c0" && table.columns[2].id == "c1";
}

// Rows that go through values of one thing, from small to large.
bool is_sweep(const Table& table) {
  const std::vector<double> first = numbers_down(table, 0);
  return first.size() == table.rows.size() && first.size() > 2 && std::ranges::is_sorted(first) &&
         first.front() < first.back();
}

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
