// Under which heading does a place of the notes stand?
#pragma once

#include <string_view>
#include <vector>

#include "notes/syntax.hpp"

namespace attn {

struct NotesHeading {
  std::size_t at;  // where its line begins
  int level;       // 1 to 6, as # and <h1> have it; in LaTeX a \section's is 1, a \chapter's 0
};

// All headings of the notes in their order, those that attn wrote among them.
std::vector<NotesHeading> headings(std::string_view notes, Syntax syntax);

}  // namespace attn
