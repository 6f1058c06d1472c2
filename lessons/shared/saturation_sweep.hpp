// The saturation sweep: one set of options and one table, for every lesson that shows it.
#pragma once

#include <string>
#include <vector>

#include "core/saturation.hpp"
#include "document/document.hpp"
#include "lessons/lesson.hpp"

namespace attn {

struct SweepOptions {
  std::vector<Integer> dims{8, 64, 512, 4096};
  Integer keys = 16, draws = 300;
  std::string seed = "0";
};

// --dims, --keys, --draws, --seed.
void declare_sweep(Knobs& knobs, SweepOptions& options);

using Sweep = std::vector<Saturation>;

// On default_rng(seed), from where the six-word sentence leaves it: the same figures in every
// lesson. Throws Error when that asks for more random numbers than a lesson should wait for.
Sweep run_sweep(const SweepOptions& options);

// The mean largest weight for each d, raw and divided.
Table peaks_table(const Sweep& sweep, const SweepOptions& options);

}  // namespace attn
