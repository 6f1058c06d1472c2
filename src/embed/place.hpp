// Which places of the notes does attn keep up to date, and which markers make none?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notes/lines.hpp"
#include "notes/syntax.hpp"

namespace attn {

struct Place {
  bool value;           // within a sentence; a block has lines of its own
  std::size_t line;     // of its first marker, from 1
  std::string command;  // as written, white space between words included
  Span body;            // what attn writes: whole lines; of a value, all but white space around it
  Span checksum;        // in the end marker; empty, after "/attn", when there is none
  std::string indent;   // what begins each line of a block: "  " in a list, "> " in a quote
  std::string line_end;
  int level = 1;  // of a heading that begins here: one below that of the section it stands in
};

struct Mistake {
  std::size_t line;
  std::string message;
};

struct Places {
  std::vector<Place> places;
  std::vector<Mistake> mistakes;  // in the order of their lines
};

// Markers that do not pair up are mistakes; all others make places.
Places find_places(std::string_view notes, Syntax syntax);

}  // namespace attn
