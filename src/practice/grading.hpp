// Who handed in what, and what comes of it? One file after another; none ends it for the others.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "practice/plan.hpp"
#include "practice/report.hpp"

namespace attn::practice {

// The files that are meant: a folder stands for all in it, in their order; hidden ones are left
// out. Throws Error for a name that is not there.
std::vector<std::string> handed_files(const std::vector<std::string>& paths);

// Each file held to the sheet of these options: that of the student it names, where there is a
// course, else the one of the seed. `explain` names mistakes, if it is given. Throws Error for a
// rubric that does not go with the sheet.
std::vector<Handed> grade_files(const std::vector<std::string>& files,
                                std::span<const Exercise> exercises, const SheetOptions& options,
                                const Rubric& rubric, const Explain& explain = {});

// The names of a class: a column "student" or "name", or the first. Throws Error for a file without
// names, and for a name that stands twice.
std::vector<std::string> class_names(std::string_view text, const std::string& file);

// A name as that of a file: "003-ada-lovelace" of the third.
std::string safe_name(Index number, std::string_view name);

}  // namespace attn::practice
