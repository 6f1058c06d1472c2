#include "core/parallel/all_reduce.hpp"

#include <stdexcept>

namespace attn {

AllReduce all_reduce(std::vector<Matrix> terms) {
  const Index ranks = terms.size();
  if (ranks == 0) throw std::logic_error("all_reduce: there are no ranks");
  const Index length = rows(terms.front()), width = columns(terms.front());
  for (const Matrix& term : terms) {
    if (term.shape() != terms.front().shape()) throw std::logic_error("all_reduce: shapes differ");
  }
  AllReduce result{std::move(terms), {}};
  // No rank receives in a step the part that it sends in it, so that they may take turns here.
  for (Index step = 0; step < 2 * (ranks - 1); ++step) {
    const bool adds = step < ranks - 1;
    for (Index from = 0; from < ranks; ++from) {
      const Index to = (from + 1) % ranks, part = (from + 2 * ranks - step) % ranks;
      const Index first = length * part / ranks, last = length * (part + 1) / ranks;
      for (Index i = first; i < last; ++i) {
        for (Index c = 0; c < width; ++c) {
          double& place = result.copies[to](i, c);
          place = result.copies[from](i, c) + (adds ? place : 0.0);
        }
      }
      result.messages.push_back({step, from, to, part, (last - first) * width, adds});
    }
  }
  return result;
}

}  // namespace attn
