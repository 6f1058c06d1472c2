// The sections of the lesson on cost, and what they share.
#pragma once

#include <string>
#include <vector>

#include "document/page.hpp"
#include "lessons/lesson.hpp"

namespace attn::lessons::cost {

struct CostOptions {
  std::vector<Integer> tokens{64, 128, 256, 512, 1024, 2048, 4096, 32768};
  Integer width = 512;
  Integer steps = 50;
  std::string seed = "0";
};

// Products of both layers against n: where they meet. Table crossing; picture crossing-chart;
// claims meet-at-d and never-cheaper.
void write_crossing(Page& page, const CostOptions& options);

// What a nudge to the first word still does, many words later, through one layer of each. Table
// reach; picture reach-chart; claims forgets and reaches.
void write_sensitivity(Page& page, const CostOptions& options);

}  // namespace attn::lessons::cost
