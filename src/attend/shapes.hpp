// Which shapes may tensors have, one by one and together?
#pragma once

#include <string_view>

#include "attend/problem.hpp"
#include "files/nd_array.hpp"

namespace attn {

// (T, h·d), (batch, T, h·d) or (batch, h, T, d), as (batch, h, T, d). Throws Error naming the
// option when it is none of them.
Batch headed(std::string_view option, const Tensor& tensor, Index heads);

// Throws Error naming two options that do not go together, or what takes too long.
void check_agreement(const AttendProblem& problem);

}  // namespace attn
