// How do ranks come to the sum of what each of them has?
//
// Each part of it goes round twice: once to be added up, once to be handed out (Patarasuk and Yuan,
// 2009, "Bandwidth optimal all-reduce algorithms for clusters of workstations"). The ranks are
// simulated.
#pragma once

#include <vector>

#include "core/tensor.hpp"

namespace attn {

// One part of a sum on its way to the next rank, which adds it to its own or puts it in its place.
struct SumMessage {
  Index step = 0, from = 0, to = 0, part = 0, numbers = 0;
  bool adds = true;
};

struct AllReduce {
  std::vector<Matrix> copies;  // of the sum, on each rank: the same to the bit
  std::vector<SumMessage> messages;
};

// A matrix of each rank, all of one shape, cut into as many parts of rows as there are ranks.
// Throws std::logic_error when there is none, or shapes differ.
AllReduce all_reduce(std::vector<Matrix> terms);

}  // namespace attn
