// How does an answer stand in notes of another language, so that it shows as it is?
#pragma once

#include <string>

#include "embed/place.hpp"
#include "embed/request.hpp"

namespace attn {

// The bytes of the place's body. What the notes' language cannot hold becomes a listing: fenced
// code, verbatim, or <pre>. Throws Error when it cannot be that either.
std::string insertion(const Answer& answer, const Place& place, Syntax syntax);

}  // namespace attn
