// How does a lesson write its sheet? Numbers are drawn, then steps are set on them one by one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/random/generator.hpp"
#include "practice/sheet.hpp"

namespace attn::practice {

class Plan {
 public:
  // One attempt at a sheet: a draw that does not suit is made again, further on in the stream.
  Plan(const SheetOptions& options, Generator& generator)
      : options_(options), generator_(generator) {}

  Base base() const { return options_.base; }

  // Of two wordings the one for vectors as rows, or as columns.
  std::string either(std::string_view rows, std::string_view columns) const {
    return std::string(options_.layout == Layout::rows ? rows : columns);
  }

  // Drawn evenly. Whole numbers and halves keep products short.
  int whole(int low, int high);  // both included
  Matrix wholes(Index height, Index width, int low, int high);
  Matrix halves(Index height, Index width, int low, int high);  // from low / 2 to high / 2
  template <typename T>
  const T& one_of(const std::vector<T>& items) {
    return items.at(static_cast<std::size_t>(whole(0, static_cast<int>(items.size()) - 1)));
  }

  // The place of the step: rules name it by that.
  Index given(std::string id, std::string title, Axis rows, Axis columns, Matrix values);
  Index step(std::string id, std::string title, std::string formula, Axis rows, Axis columns,
             Rule rule);
  Index weights(std::string id, std::string title, std::string formula, Axis rows, Axis columns,
                Rule rule);

  const Matrix& values(Index step) const { return steps_.at(step).values; }

  // A draw for which this does not hold is made again.
  void insist(bool condition) { suits_ = suits_ && condition; }

  bool suits() const;  // no row of weights is saturated, or as good as uniform
  std::vector<Step> steps() && { return std::move(steps_); }

 private:
  const SheetOptions& options_;
  Generator& generator_;
  std::vector<Step> steps_;
  bool suits_ = true;
};

struct Exercise {
  std::string_view lesson;
  void (*write)(Plan& plan);
};

// The sheet of these options, always the same. Throws Error for a seed that is no number, and for a
// lesson that is not among the exercises.
Sheet make_sheet(std::span<const Exercise> exercises, const SheetOptions& options);

// The seed that a student's own sheet is drawn from: FNV-1a, 64 bits, of the bytes of the course's
// word, a line feed and the name, both in NFC and without white space at their ends; in decimal.
std::string own_seed(std::string_view student, std::string_view course);

}  // namespace attn::practice
