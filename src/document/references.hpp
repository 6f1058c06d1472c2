// Which numbers stand for the sections that a page speaks of?
#pragma once

#include <functional>

#include "document/document.hpp"

namespace attn {

// Every reference of a block: in its prose, or in that of its items.
void for_each_reference(Block& block, const std::function<void(Inline&)>& change);

// Writes the number of its section into every reference. Throws std::logic_error, naming the id,
// where no heading of that id has a number.
void resolve_references(Document& document);

// References to headings that are not in the document become plain text, their numbers.
void loosen_references(Document& document);

}  // namespace attn
