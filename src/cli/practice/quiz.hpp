// attn quiz: what do you expect, before you are shown?
#pragma once

#include "cli/command.hpp"
#include "quiz/quiz.hpp"

namespace attn {

// Speaks and hears through `talk`, and otherwise as the command does.
Outcome quiz(std::vector<std::string> arguments, const Console& console, const QuizTalk& talk,
             bool echo);

Command quiz_command();

}  // namespace attn
