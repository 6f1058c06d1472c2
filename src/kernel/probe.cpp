#include "kernel/probe.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "kernel/thread_team.hpp"

namespace attn::kernel {

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double rate_of(const InstructionSet& set, ThreadTeam& team) {
  constexpr std::size_t kRounds = 2'000'000;
  std::atomic<double> rate = 0.0;
  team.run([&](std::size_t) {
    const double start = seconds();
    const double operations = set.multiply_adds(kRounds);
    rate += operations / (seconds() - start);
  });
  return rate;
}

}  // namespace

double peak_rate(const InstructionSet& set, std::size_t threads) {
  ThreadTeam team(threads);
  double most = 0.0;
  for (int stretch = 0; stretch < 9; ++stretch) most = std::max(most, rate_of(set, team));
  return most;
}

}  // namespace attn::kernel
