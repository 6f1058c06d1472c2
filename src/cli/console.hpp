// What is standard output connected to? Asked once, so that all else is a function of its
// arguments.
#pragma once

namespace attn {

struct Console {
  int width = 80;      // columns; a terminal's own, 80 for anything else
  bool color = false;  // a terminal that understands colour, and no NO_COLOR
};

// NO_COLOR (no-color.org) counts when it is not empty; TERM=dumb has no colour either.
Console console();

}  // namespace attn
