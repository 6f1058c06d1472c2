// A page is one process alone: there are no ranks, and nothing is written together.
#include "attend/across_ranks.hpp"
#include "ranks/ranks.hpp"
#include "support/error.hpp"

namespace attn {

bool is_one_of_several() { return false; }
bool is_silent() { return false; }
std::size_t ranks_here() { return 1; }
Ranks& all_ranks() { throw Error("a page has no ranks"); }
void agree(Ranks&, const std::optional<std::string>& failure, int) {
  if (failure) throw Error("{}", *failure);
}
void together(Ranks&, const std::function<void()>& part, int) { part(); }
void exchanging(Ranks&, const std::function<void()>& work) { work(); }
std::vector<double> gathered(Ranks&, std::span<const double> own) {
  return {own.begin(), own.end()};
}

void refuse_across_ranks(const TensorOptions&) { throw Error("a page has no ranks"); }
AcrossRanks attend_across_ranks(Ranks&, const TensorOptions&) {
  throw Error("a page has no ranks");
}

}  // namespace attn
