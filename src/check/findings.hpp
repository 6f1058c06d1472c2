// How are findings told? To people, to programs, and as annotations on GitHub.
#pragma once

#include <string>
#include <vector>

#include "check/check.hpp"

namespace attn {

struct CheckedFile {
  std::string name;
  std::vector<Finding> findings;
  std::vector<Finding> fixed = {};  // as they were, in the file before
};

bool is_note(const Finding& f);  // right, but there is something to know
bool is_told(const Finding& f);  // unless all that was found is asked for

// "6, not 7" and "row 3, column 4: 1, not 2", in the columns that there are.
std::string correction(const Finding& f, int width);

std::string told_to_people(const CheckedFile& file, const CheckOptions& options);

// The correction, the line with its figures marked, and a line that sums up each file and all.
std::string findings_as_text(const std::vector<CheckedFile>& files, const CheckOptions& options);

std::string findings_as_json(const std::vector<CheckedFile>& files);

// "::error file=notes.md,line=12,col=8::…"
std::string findings_as_annotations(const std::vector<CheckedFile>& files);

}  // namespace attn
