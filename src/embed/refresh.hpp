// Is each place of the notes what its command computes today, and what would make it so?
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "embed/request.hpp"
#include "embed/splice.hpp"
#include "notes/syntax.hpp"

namespace attn {

struct Verdict {
  enum class State {
    fresh,    // what stands there is what is computed
    stale,    // it is not
    drifted,  // it is, within the tolerance
    edited,   // it is not, and was changed by hand
    broken,   // nothing can be computed
  };

  State state;
  std::size_t line;  // of the place's first marker, from 1
  std::string command = {};
  std::string why = {};                // it is broken
  std::optional<Splice> renewal = {};  // of a stale or edited place
};

struct Tolerance {
  double numbers = 0.0;  // how far a number may be from its counterpart and count as drifted
  bool edits = false;    // an edited place is stale, so that it may be overwritten
};

// In the order of their lines. Nothing outside a place's body and checksum is ever in a renewal.
std::vector<Verdict> refresh(std::string_view notes, Syntax syntax, const Compute& compute,
                             const Tolerance& tolerance);

}  // namespace attn
