// The steps of each lesson's sheet.
#pragma once

#include "practice/plan.hpp"

namespace attn::lessons::exercises {

using practice::Plan;

void walkthrough(Plan& plan);
void softmax_rows(Plan& plan);
void causal_mask(Plan& plan);
void order(Plan& plan);
void heads(Plan& plan);
void cost(Plan& plan);
void memory_table(Plan& plan);
void flash_tiling(Plan& plan);
void kv_cache(Plan& plan);

}  // namespace attn::lessons::exercises
