// What do the ranks that mpirun has started take for one long sequence?
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/tensor.hpp"
#include "ranks/ranks.hpp"

namespace attn::lessons::ring {

struct MeasureOptions {
  Index n = 8192, width = 64;
  unsigned threads = 0;  // of each rank; 0: the processors of a machine, shared by its ranks
  std::string seed = "0";
};

// One rank in one run, and the scores that it computed.
struct RankFigures {
  double seconds = 0.0, computing = 0.0, waiting = 0.0, sent = 0.0, scores = 0.0;
};

// A run of the first few ranks: the one in the middle of several.
struct RingFigures {
  bool causal = false, zigzag = false;
  std::vector<RankFigures> ranks = {};
  double difference = 0.0;  // the largest from the single process's output

  // The largest of a figure, for which everyone waits; and all of them.
  double most(double RankFigures::*figure) const {
    double result = 0.0;
    for (const RankFigures& rank : ranks) result = std::max(result, rank.*figure);
    return result;
  }
  double sum(double RankFigures::*figure) const {
    double result = 0.0;
    for (const RankFigures& rank : ranks) result += rank.*figure;
    return result;
  }
};

struct RingMeasurements {
  std::string instruction_set = {};
  Index ranks = 0, threads = 0, processors = 0;  // threads of a rank; processors of its machine
  Index ranks_here = 0;                          // of that machine
  std::vector<RingFigures> rings = {};           // of 1, 2, 4, … ranks, and of all
  RingFigures in_order = {}, zigzag = {};        // causal, of all
};

// Every rank calls it, and gets the same. Throws AgreedError where ranks are not asked for the
// same, or one has no memory.
RingMeasurements measure(Ranks& ranks, const MeasureOptions& options);

}  // namespace attn::lessons::ring
