// How are findings told? To people, to programs, and as annotations on GitHub.
#pragma once

#include <string>
#include <vector>

#include "check/check.hpp"

namespace attn {

struct CheckedFile {
  std::string name;
  std::vector<Finding> findings;
};

// "notes.md:12:8: wrong: softmax([1, 0]) = [0.7, 0.3]; it is [0.731, 0.269]", and a line that sums
// up.
std::string findings_as_text(const std::vector<CheckedFile>& files, bool list, bool explain);

std::string findings_as_json(const std::vector<CheckedFile>& files);

// "::error file=notes.md,line=12,col=8::…"
std::string findings_as_annotations(const std::vector<CheckedFile>& files);

}  // namespace attn
