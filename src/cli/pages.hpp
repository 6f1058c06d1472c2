// How does a page get from its arguments to its bytes?
#pragma once

#include "cli/console.hpp"
#include "cli/outcome.hpp"
#include "lessons/lesson.hpp"

namespace attn {

// Pages that are made of the lessons: the list of them, and the book.
std::span<const Lesson> collections();

// The lesson or collection of that name, or nullptr.
const Lesson* find_page(std::string_view name);

// Parses the arguments (without the page's name), computes and renders.
Outcome run_page(const Lesson& page, const std::vector<std::string>& arguments,
                 const Console& console);

std::string page_help(const Lesson& page);

}  // namespace attn
