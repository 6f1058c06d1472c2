// What else may notes assert than a result? How many times more a size is, and that weights sum
// to 1.
#pragma once

#include <string_view>

#include "check/claims/judgement.hpp"
#include "check/claims/statement.hpp"

namespace attn {

Judgement judge_ratio(const Statement& ratio, std::string_view reading);
Judgement judge_sum_of_one(const Statement& statement);

}  // namespace attn
