// Where does the kernel's time go, and what can the machine give at most?
#pragma once

#include <vector>

#include "core/tensor.hpp"

namespace attn::lessons::flash_tiling {

struct MeasureOptions;

// A call: its time, and how many pages of memory were touched for the first time in it.
struct Call {
  double seconds = 0.0, faults = 0.0;
};

// Attention of `n` tokens once and again: with new memory for the output, and with memory that
// stays.
struct Calls {
  Index n = 0;
  Call first = {}, again = {}, kept = {};
};

// Seconds a query, on one thread.
struct Parts {
  Index n = 0;
  double packing = 0.0, products = 0.0, exponentials = 0.0, memory = 0.0;

  double all() const { return packing + products + exponentials + memory; }
};

// One query of each of several heads, whose keys and values fill more memory than caches hold.
struct Decoding {
  double bytes = 0.0, operations = 0.0, seconds = 0.0;
};

struct Anatomy {
  Calls calls = {};
  std::vector<Parts> parts = {};  // n ascending
  Decoding decoding = {};
  double read_rate = 0.0;  // bytes per second from memory
};

// Throws std::system_error when there can be no process.
Anatomy dissect(const MeasureOptions& options, Index threads);

}  // namespace attn::lessons::flash_tiling
