// The three loops in which the sweep spends nearly all of its time. Each exists twice, in portable
// C++ and in AVX2, and gives the same bits both ways; the processor is asked once, at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/random/pcg64.hpp"

namespace attn {

struct Loops {
  // The next `count` words of the engine. `count` is a multiple of 16.
  void (*words)(Pcg64 engine, std::uint64_t* words, std::size_t count);

  // first_try of every word: values[i], and bit i of `refused` (64 to a word) where it was not
  // accepted. `count` is a multiple of 64.
  void (*first_tries)(const std::uint64_t* words, double* values, std::uint64_t* refused,
                      std::size_t count);

  // Σ a[i]·b[i], in an order that depends on `count` alone: sixteen running sums, the i-th product
  // in sum i mod 16, folded in halves.
  double (*dot)(const double* a, const double* b, std::size_t count);
};

const Loops& portable_loops();
const Loops* avx2_loops();  // nullptr where compiler or processor do not have it
const Loops& fastest_loops();

}  // namespace attn
