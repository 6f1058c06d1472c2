// How is the arithmetic in files of notes proof-read?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/claims/judgement.hpp"
#include "notes/lines.hpp"
#include "notes/syntax.hpp"
#include "support/outcome.hpp"

namespace attn {

// What notes state at one place, and what is to say about it.
struct Finding {
  // A printed number that is off.
  struct Figure {
    Span at = {};  // its bytes in the notes
    std::size_t line = 1, column = 1, end_column = 1;
    std::string said = {}, is = {};  // `is` in the notation of the notes; "" where it is not sure
    std::size_t row = 0, cell = 0;   // in its array, from 1
  };

  Judgement::Verdict verdict = Judgement::Verdict::right;
  std::size_t line = 1, column = 1, end_line = 1, end_column = 1;  // from 1; columns of characters
  std::string text = {};                                           // the notes' own, on one line
  std::string said = {}, is = {}, remark = {};
  std::size_t source_line = 0, source_cell = 0;  // of what inherits
  std::vector<std::string> working = {};
  std::vector<Figure> figures = {};
  std::string source = {};        // what its line holds, or the part of a long one around it
  std::vector<Span> marks = {};   // the figures in `source`, or all of the claim
  std::size_t notebook_cell = 0;  // from 1; the lines are then of the cell
};

// Without a syntax, plain text.
std::vector<Finding> check_notes(std::string_view notes, std::optional<Syntax> syntax,
                                 PrintedDigits digits);

std::string_view name_of(Judgement::Verdict verdict);

struct CheckOptions {
  enum class Form { text, json, github };

  Form form = Form::text;
  bool list = false;     // all that was found, not only what is to be told
  bool explain = false;  // with the arithmetic
  bool fix = false;      // put single wrong numbers right, in the files
  int width = 80;        // columns of the terminal
  bool color = false;
  PrintedDigits digits = PrintedDigits::either;
  bool by_name = true;                // the file's name tells its syntax
  std::optional<Syntax> syntax = {};  // unless it does; nothing is plain text
};

// A path may be a folder: all notes in it. "-" is standard input. Exit code 0 when nothing is
// wrong, 1 when something is, or inherits it; 2 when a file cannot be read, and then nothing is
// said of the others.
Outcome check(const std::vector<std::string>& paths, const CheckOptions& options);

}  // namespace attn
