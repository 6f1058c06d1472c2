// Which tensors does the reader give, and which conventions does the reader ask for, by which
// switch?
#pragma once

#include "attend/problem.hpp"
#include "lessons/lesson.hpp"

namespace attn {

// All of them but --expect, --save and --save-as.
void declare_tensors(Knobs& knobs, TensorOptions& options);

}  // namespace attn
