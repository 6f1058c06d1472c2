// What marks a place in notes that attn keeps up to date?
//
//   <!-- attn: walkthrough --only weights -->      a block, on lines of its own
//   <!-- attn= walkthrough weights[cat][sat] -->   a value, within a sentence
//   <!-- /attn 5f2b11c0 -->                        the end of either, with its checksum
//
// In LaTeX the same follows a single %, up to the end of the line.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "notes/lines.hpp"
#include "notes/syntax.hpp"

namespace attn {

struct Marker {
  enum class Kind { block, value, end, unfinished };

  Kind kind;   // unfinished: a comment that begins as a marker does, and never ends
  Span whole;  // from "<!--" to "-->", or from "%" to the end of its line
  Span words;  // after "attn:", "attn=" or "/attn", trimmed; of a bare "/attn", empty at its end
};

// All markers in their order. One in code, where it is an example of a marker, is none: in Markdown
// a fenced or indented code block and a code span, in LaTeX verbatim and its like, in HTML a
// script.
std::vector<Marker> find_markers(std::string_view notes, Syntax syntax);

// What a comment with this inside it marks, if anything.
std::optional<Marker::Kind> marker_kind(std::string_view inside);

// The marker that a comment is, if it is one. `inside` is what stands between its delimiters.
std::optional<Marker> marker_in(std::string_view notes, Span whole, Span inside);

std::vector<Marker> markdown_markers(std::string_view notes);
std::vector<Marker> latex_markers(std::string_view notes);
std::vector<Marker> html_markers(std::string_view notes);

}  // namespace attn
