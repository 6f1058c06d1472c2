// How do files of notes get what their places ask for?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "embed/request.hpp"
#include "notes/syntax.hpp"
#include "support/outcome.hpp"

namespace attn {

struct EmbedOptions {
  enum class Mode {
    write,  // renew the files
    check,  // say what is not fresh, with a diff for people
    diff,   // print the patch that would renew them
    list,   // name the places, and run nothing
  };

  Mode mode = Mode::write;
  bool force = false;  // overwrite what was edited by hand
  double tolerance = 0.0;
  std::optional<Syntax> syntax = {};   // unless given, told by each file's name
  std::string mending = "attn embed";  // the command that mends, up to --force and the file
};

// Of the files named, "-" being standard input, which is written to standard output. Exit code 0
// when all places are fresh or made so, 1 when a place is not, 2 when a place or a file is broken;
// the others are done all the same.
Outcome embed(const std::vector<std::string>& paths, const EmbedOptions& options,
              const Compute& compute);

}  // namespace attn
