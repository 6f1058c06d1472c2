// How does a page get from its arguments to its bytes?
#pragma once

#include "cli/command.hpp"
#include "lessons/lesson.hpp"

namespace attn {

// Pages that are made of the lessons: the list of them, and the book.
std::span<const Lesson> collections();

Command page_command(Command::Kind kind, const Lesson& page);

}  // namespace attn
