// What does a Jupyter notebook say, and in which cell?
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Its Markdown cells, and the text that its code printed, as one Markdown text.
struct Notebook {
  struct Place {
    std::size_t cell, line;  // from 1; the line of what was printed counts from the cell's outputs
  };

  std::string markdown = {};
  std::vector<Place> places = {};        // of each line of it
  std::vector<std::size_t> unread = {};  // cells that hold neither text nor lines of it
};

// Throws Error, naming the file, for what is no notebook.
Notebook read_notebook(std::string_view json, const std::string& name);

}  // namespace attn
