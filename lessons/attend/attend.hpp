// What do the sections of this page say, and which ids do they add?
#pragma once

#include "attend/run.hpp"
#include "attend/survey.hpp"
#include "document/page.hpp"
#include "lessons/lesson.hpp"

namespace attn::lessons::attend {

// Tables "shapes", of the tensors as given and as attended to, and "conventions", of those in force
// with their switches.
void write_conventions_in_force(Page& page, const AttendRun& run);

// The page of tensors that are shared out to the ranks that mpirun has started: tables "tensors"
// and "ranks", claims "kernel-near" and "sent-in-theory".
Written write_across_ranks(const TensorOptions& options);

// Whether every matrix fits on a page.
bool fits_on_page(const AttendInput& input);

// Of each head, whole: tables "queries" and "keys" unless they are wide, "values", "scores",
// "scaled", "capped" with a softcap, "mask" where a key is hidden, "visible" where a mask is added,
// "weights", "output"; picture "weights-map". Of several, each id ends in "-b0", "-h0" or both.
void write_heads(Page& page, const AttendRun& run);

// Tables "steps", of what is largest and smallest in each step and where, and "peaks", of the
// heaviest weights; claim "kernel-near" where the output is the kernel's.
void write_ends(Page& page, const Survey& survey);
void announce_ends(Document& page, const AttendOptions& options);

// Claims "rows-sum" where a row has a key to see, and "hidden-weightless" where a key is hidden.
// Notes on rows that have no answer.
void write_row_claims(Page& page, const AttendRun& run, const Survey& survey);

// Table "others": the same tensors under other conventions, one at a time or with what it needs,
// and how far the output moves. With another program's output, also how far each is from that, and
// claim "expected": one of them gives it.
void write_other_conventions(Page& page, const AttendRun& run, const Batch& output);

}  // namespace attn::lessons::attend
