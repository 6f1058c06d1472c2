// Is one step of a chain right?
#pragma once

#include "check/claims/comparison.hpp"
#include "check/claims/kinds.hpp"

namespace attn {

// Without its place. What it teaches of printed numbers goes to the symbols.
Judgement judge_equality(const Equality& equality, const Statement& statement, Judging& judging);

// Which of two verdicts is the one of both: the graver.
int gravity(Judgement::Verdict verdict);

}  // namespace attn
