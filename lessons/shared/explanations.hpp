// How does a page say which mistake gives somebody's numbers?
#pragma once

#include <string>

#include "attend/problem.hpp"
#include "diagnose/diagnosis.hpp"
#include "document/page.hpp"

namespace attn {

KnownTensors known_tensors(const AttendProblem& problem);

// "softmax runs down the columns", or of two mistakes "…, and …"; "as asked for" of none.
std::string words_of(const Faults& faults);

// Table "explanations", of what gives the numbers or else of the nearest, and what to think of it
// where there are several, or none.
void say_explanations(Page& page, const Diagnosis& diagnosis);

}  // namespace attn
