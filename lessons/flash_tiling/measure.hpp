// What do naive attention, readable tiles and the kernel take on this machine?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/tensor.hpp"
#include "lessons/flash_tiling/measure_parts.hpp"
#include "support/integer.hpp"

namespace attn::lessons::flash_tiling {

struct MeasureOptions {
  Index most = 8192;     // tokens; what is measured first is a sixteenth of it
  Index width = 64;      // d_k and d_v
  Index block = 64;      // of the readable tiles
  unsigned threads = 0;  // 0: one a processor
  std::string seed = "0";
};

// One way of computing attention of n tokens, in a process of its own.
struct Sample {
  Index n = 0;
  std::vector<double> seconds = {};  // of each run, ascending
  double bytes = 0.0;                // the most memory at once, beyond that of next to no tokens
  double error = 0.0;                // largest difference from float64 sums, in some of the rows
  std::string skipped = {};          // why there are no figures

  bool measured() const { return skipped.empty(); }
  double median() const { return seconds[seconds.size() / 2]; }
  double spread() const { return (seconds.back() - seconds.front()) / median(); }
};

struct Way {
  std::string name;
  std::vector<Sample> samples;  // n ascending
};

struct Measurements {
  std::string instruction_set = {};
  Index threads = 0;
  double peak_before = 0.0, peak_after = 0.0;             // floating-point operations per second
  Way naive = {}, vectors = {}, tiles = {}, kernel = {};  // vectors: naive, with another softmax
  Anatomy anatomy = {};
};

Measurements measure(const MeasureOptions& options);

// 4·n²·d: a multiplication and an addition for each number of q·kᵀ, and of weights · v.
double operations_of(Index n, Index width);

// Less memory than this is lost in what the system and the libraries keep for themselves.
inline constexpr double kLeastBytes = 1 << 20;

// The exponent p of the power law y ∝ n^p that fits best (least squares of the logarithms), over
// what was measured (of memory, what is not lost); none for fewer than three points.
std::optional<double> time_exponent(const Way& way);
std::optional<double> memory_exponent(const Way& way);

}  // namespace attn::lessons::flash_tiling
