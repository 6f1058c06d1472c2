// How does a page get from its arguments to its bytes?
#pragma once

#include "cli/command.hpp"
#include "cli/page_options.hpp"
#include "lessons/lesson.hpp"

namespace attn {

// Pages that are made of the lessons: the list of them, and the book.
std::span<const Lesson> collections();

// A page, its options declared; `write` reads them once they are parsed.
struct OpenPage {
  explicit OpenPage(const Lesson& page);

  CommandLine line;
  PageOptions options;
  Writer write;
};

// A page takes no operands: one is an option that lacks its dashes, or a mistake.
void refuse_operands(const std::vector<std::string>& operands, const CommandLine& line,
                     std::string_view page);

// The ids of the claims that do not hold.
std::vector<std::string> failing_claims(const Document& page);

Command page_command(Command::Kind kind, const Lesson& page);

}  // namespace attn
