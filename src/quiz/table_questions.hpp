// What can be asked about the numbers of a table?
#pragma once

#include <vector>

#include "quiz/question.hpp"

namespace attn {

// Without sections and reasons. Rows and columns in which two numbers tie for the largest are not
// asked for, nor are numbers that are NaN or infinite.
std::vector<QuizQuestion> table_questions(const Table& table);

}  // namespace attn
