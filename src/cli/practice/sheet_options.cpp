#include "cli/practice/sheet_options.hpp"

#include "lessons/exercises.hpp"
#include "support/error.hpp"

namespace attn {

namespace {

constexpr Integer kMostDigits = 6;

}  // namespace

void declare_sheet(CommandLine& line, SheetChoice& choice) {
  using practice::Base;
  using practice::Layout;
  using practice::Level;
  line.text("--seed", choice.seed, "SEED",
            "A whole number, which the numbers are drawn from; 0 unless given");
  line.text("--course", choice.course, "WORD",
            "A word that students do not know: each has a sheet of their own, made of it and of "
            "their name");
  line.choice("--level", choice.level,
              {{"cell", Level::cell}, {"row", Level::row}, {"all", Level::all}},
              "What is left out of every step");
  line.choice("--base", choice.base, {{"e", Base::e}, {"2", Base::two}, {"3", Base::three}},
              "The base of exponentials");
  line.count("--digits", choice.digits, 1, kMostDigits, "Digits after the point");
  line.choice("--layout", choice.layout, {{"rows", Layout::rows}, {"columns", Layout::columns}},
              "How vectors stand: as rows, or as columns, with scores as Kᵀ Q");
}

practice::SheetOptions sheet_options(const SheetChoice& choice, const std::string& lesson) {
  if (choice.seed && choice.course) {
    throw Error("--seed and --course both say what numbers are drawn from; drop one");
  }
  if (choice.course && choice.course->empty()) throw Error("--course is empty; give a word");
  return {.lesson = lesson,
          .seed = choice.seed.value_or("0"),
          .course = choice.course.value_or(""),
          .level = choice.level,
          .base = choice.base,
          .digits = static_cast<int>(choice.digits),
          .layout = choice.layout};
}

std::vector<std::string> exercise_names() {
  std::vector<std::string> names;
  for (const practice::Exercise& exercise : exercises()) names.emplace_back(exercise.lesson);
  return names;
}

}  // namespace attn
