// What the course notes print, and what comes out when it is computed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/page.hpp"

namespace attn::lessons::errata {

// One row of the table, and the claim that it stands on.
struct Erratum {
  std::string id;        // of the claim
  std::string place;     // in the notes
  std::string printed;   // there
  std::string computed;  // in this run; or, where it is quoted, its source
  std::string why;
  std::string claim = {};  // none for what is only quoted
  Check check = {};
};

// Of “Self-Attention: what a word is actually doing”.
std::vector<Erratum> errata_of_word();

// Of “Self-Attention: The Heart of Transformers”: its worked example, and all else.
std::vector<Erratum> errata_of_example();
std::vector<Erratum> errata_of_heart();

}  // namespace attn::lessons::errata
