// Of which lessons are there exercises?
#pragma once

#include <span>

#include "practice/plan.hpp"

namespace attn {

// In teaching order.
std::span<const practice::Exercise> exercises();

}  // namespace attn
