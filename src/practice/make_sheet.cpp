// From options to a sheet: numbers that suit, then the gaps in it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "practice/plan.hpp"
#include "support/text.hpp"
#include "support/unknown.hpp"

namespace attn::practice {

namespace {

// Fowler, Noll and Vo's hash, variant 1a.
std::uint64_t fnv_1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string trimmed(std::string_view text) {
  std::string result;
  for (const std::string& word : words_of(text)) result += (result.empty() ? "" : " ") + word;
  return result;
}

const Exercise& exercise_of(std::span<const Exercise> exercises, std::string_view lesson) {
  const auto found = std::ranges::find(exercises, lesson, &Exercise::lesson);
  if (found != exercises.end()) return *found;
  std::vector<std::string_view> names;
  for (const Exercise& exercise : exercises) names.push_back(exercise.lesson);
  throw unknown_name("exercise", lesson, names);
}

std::vector<Step> suitable_steps(const Exercise& exercise, const SheetOptions& options,
                                 Generator& generator) {
  constexpr int kMostDraws = 100'000;
  for (int draw = 0; draw < kMostDraws; ++draw) {
    Plan plan(options, generator);
    exercise.write(plan);
    if (plan.suits()) return std::move(plan).steps();
  }
  throw std::logic_error("no draw suits the sheet of " + options.lesson);
}

// A cell that is 0, or hidden, says little.
Index telling_column(const Step& step, Index r, Generator& generator) {
  const Index width = columns(step.values);
  const auto first = static_cast<Index>(generator.uniform() * static_cast<double>(width));
  for (Index i = 0; i < width; ++i) {
    const Index c = (first + i) % width;
    if (step.values(r, c) != 0.0 && std::isfinite(step.values(r, c))) return c;
  }
  return first;
}

Index row_at(double place, const Step& step) {
  return static_cast<Index>(place * static_cast<double>(rows(step.values)));
}

// A query that sees a single key has nothing to weigh.
bool is_dull(double place, const std::vector<Step>& steps) {
  return std::ranges::any_of(steps, [place](const Step& step) {
    if (!step.weights) return false;
    const auto weights = row(step.values, row_at(place, step));
    return std::ranges::find(weights, 1.0) != weights.end();
  });
}

void leave_gaps(std::vector<Step>& steps, Level level, Generator& generator) {
  double place = generator.uniform();  // of the row that is followed
  while (is_dull(place, steps)) place = generator.uniform();
  for (Step& step : steps) {
    if (!step.rule) continue;
    const Index width = columns(step.values), r = row_at(place, step);
    const Index c = telling_column(step, r, generator);
    for (Index i = 0; i < step.gaps.size(); ++i) {
      step.gaps[i] =
          level == Level::all || (i / width == r && (level == Level::row || i % width == c));
    }
  }
}

std::string code_of(const Sheet& sheet) {
  std::string numbers;
  for (const Step& step : sheet.steps) {
    if (step.rule) continue;
    for (const double x : step.values) numbers += number_text(x, 3) + " ";
  }
  for_each_gap(sheet, [&](Index s, Index r, Index c) {
    numbers += gap_name(sheet, sheet.steps[s], r, c) + " ";
  });
  const std::uint64_t hash = fnv_1a(numbers);
  return fmt::format("{}/{}/{}/{}/{}/{:08x}", sheet.options.lesson, word_of(sheet.options.level),
                     word_of(sheet.options.base), sheet.options.digits,
                     word_of(sheet.options.layout), (hash >> 32) ^ (hash & 0xffffffff));
}

}  // namespace

std::string own_seed(std::string_view student, std::string_view course) {
  const std::string bytes = composed(trimmed(course)) + "\n" + composed(trimmed(student));
  return fmt::format("{}", fnv_1a(bytes));
}

Sheet make_sheet(std::span<const Exercise> exercises, const SheetOptions& options) {
  const Exercise& exercise = exercise_of(exercises, options.lesson);
  Generator generator(options.course.empty() ? options.seed
                                             : own_seed(options.student, options.course));
  Sheet sheet{options, suitable_steps(exercise, options, generator), {}};
  leave_gaps(sheet.steps, options.level, generator);
  sheet.code = code_of(sheet);
  return sheet;
}

}  // namespace attn::practice
