// How are many pieces made by several threads, and taken in their order?
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>

#include "support/threads.hpp"

namespace attn {

// make(0), …, make(count − 1), a few at the same time, each handed to `take` in this thread, in
// order, until `take` says false. No more pieces are held than there are threads, and one. What
// `make` throws is thrown here.
template <typename Make, typename Take>
void in_order(std::size_t count, const Make& make, const Take& take) {
  constexpr std::size_t kMostThreads = 4;  // more wait for memory, and hold as much more of it
  const std::size_t threads = std::clamp<std::size_t>(
      processors(), 1, std::min(kMostThreads, std::max<std::size_t>(count, 1)));
  // Where the system grants no thread, or none is worth it, a piece is made when it is taken.
  std::deque<Pending<decltype(make(std::size_t{}))>> pieces;
  for (std::size_t started = 0, taken = 0; taken < count; ++taken) {
    while (started < count && pieces.size() < threads) {
      pieces.push_back(start_work([&make, i = started++] { return make(i); }, threads > 1));
    }
    auto piece = pieces.front().get();
    pieces.pop_front();
    if (!take(std::move(piece))) return;
  }
}

}  // namespace attn
