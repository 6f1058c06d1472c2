// What do all measurements of this lesson run on?
#pragma once

#include <chrono>
#include <vector>

#include "lessons/flash_tiling/measure.hpp"

namespace attn::lessons::flash_tiling {

using Floats = std::vector<float>;

struct Inputs {
  Index n, width;
  Floats q, k, v;  // (n, width)
};
Inputs draw(Index n, const MeasureOptions& options);

// Doublings up to n, five of them at most.
std::vector<Index> ladder(Index most);

// Seconds since some time in the past.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace attn::lessons::flash_tiling
