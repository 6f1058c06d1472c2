// The options that say which sheet is meant: those of attn exercise and of attn grade.
#pragma once

#include "cli/knobs.hpp"
#include "practice/sheet.hpp"

namespace attn {

struct SheetChoice {
  std::optional<std::string> seed, course;
  practice::Level level = practice::Level::all;
  practice::Base base = practice::Base::e;
  practice::Layout layout = practice::Layout::rows;
  Integer digits = 3;
};

void declare_sheet(CommandLine& line, SheetChoice& choice);

// Throws Error for a seed beside a course.
practice::SheetOptions sheet_options(const SheetChoice& choice, const std::string& lesson);

// The lessons that there are exercises of.
std::vector<std::string> exercise_names();

}  // namespace attn
