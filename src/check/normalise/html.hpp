// What does HTML say without its tags?
#pragma once

#include <string>
#include <string_view>

#include "check/normalise/normalised_text.hpp"

namespace attn {

// A tag, a comment or an entity; `end` is where it began when it is none.
struct Tag {
  std::size_t end;
  std::string name = {};  // "td", in lower case; of a comment or an entity, ""
  bool closes = false;    // </td>
  std::string text = {};  // of an entity, its character
};

Tag read_tag(std::string_view text, std::size_t at);     // at "<"
Tag read_entity(std::string_view text, std::size_t at);  // at "&"

// What stands for it: a line end for a block, "|" for a cell, "^(" for <sup>.
std::string plain_of(const Tag& tag);

// A page or a part of one. Formulas in MathML are read; scripts, styles and pictures are not.
NormalisedText without_tags(std::string_view notes);

}  // namespace attn
