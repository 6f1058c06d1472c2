// What is there to say of an answer, in a few words?
#pragma once

#include <string>

#include "practice/judge.hpp"

namespace attn::practice {

std::string remark_on(const Judgement& judgement);

}  // namespace attn::practice
