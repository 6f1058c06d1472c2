// What do notes get that ask for a page, or for a number of one?
#pragma once

#include "cli/knobs.hpp"
#include "embed/request.hpp"

namespace attn {

// Throws Error for an option that is given and that notes may not have: one that measures, writes,
// or, unless `files_allowed`, reads what the reader's machine holds.
void refuse_in_notes(const CommandLine& line, const Arguments& given, bool files_allowed);

// Lessons and the pages made of them, computed in-process; one that several requests ask for with
// the same options is computed once. Notes may be a stranger's: an option that writes a file is
// refused, and so is one that reads a file or a folder, unless `files_allowed`. A page one of whose
// claims does not hold is an Error, so that notes never state it.
Compute page_answers(bool files_allowed);

}  // namespace attn
