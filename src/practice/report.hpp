// What is said of the answers that came in: to the instructor, to each student, to a program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "practice/judge.hpp"

namespace attn::practice {

// A file that was handed in: graded, or refused.
struct Handed {
  std::string file;
  std::optional<Sheet> sheet = {};  // that it was held to
  std::optional<Grade> grade = {};
  std::string refused = {};  // place and reason
};

// Points, and how many gaps are right, follow, …; a row a file, with why it is refused.
Document grades_page(const std::vector<Handed>& handed, bool reasons);

// Every gap with what there is to say of it. With the solution, the lines that lead to what is not
// right.
Document feedback_page(const Handed& handed, bool solution);

// All of it, exact.
std::string grades_json(const std::vector<Handed>& handed);

// Gradescope's results.json: a test a step, with its score.
std::string gradescope_json(const Handed& handed, bool solution);

}  // namespace attn::practice
