// What does attn say of itself to someone who names no lesson?
#pragma once

#include <string>

namespace attn {

// A screen for a newcomer: what attn is, three commands to try, the lessons.
std::string overview();

// The same with what holds for every page: options, exit codes, environment.
std::string full_overview();

std::string version();

}  // namespace attn
