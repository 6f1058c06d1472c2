// How do the steps of an attention stand on a page, few or many?
#pragma once

#include "document/page.hpp"
#include "lessons/attend/arrays.hpp"
#include "lessons/attend/survey.hpp"

namespace attn::lessons::attend {

// Whether every matrix fits on a page.
bool fits_on_page(const Attending& attending);

// Every matrix whole, head by head.
void write_whole(Page& page, const Attending& attending);

// What is largest and smallest in each step, and where; and the heaviest weights.
void write_summary(Page& page, const Attending& attending, const Survey& survey);

// The arrays themselves, for programs, unless they are large; zeros in them where the numbers are
// yet to be computed.
void add_arrays(Page& page, const SharedAttending& attending, bool with_numbers);

}  // namespace attn::lessons::attend
