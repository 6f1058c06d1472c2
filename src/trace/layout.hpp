// Are the vectors of a page rows or columns?
#pragma once

#include "document/document.hpp"

namespace attn {

// By the page's settings.
bool has_columns(const Document& page);

// The page with its matrices on their sides: vectors as rows, between which relations are known.
Document in_rows(Document page);

}  // namespace attn
