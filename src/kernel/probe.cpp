#include "kernel/probe.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "kernel/crew.hpp"

namespace attn::kernel {

namespace {

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double rate_of(const InstructionSet& set, Crew& crew) {
  constexpr std::size_t kRounds = 2'000'000;
  std::atomic<double> rate = 0.0;
  crew.run([&](std::size_t) {
    const double start = seconds();
    const double operations = set.multiply_adds(kRounds);
    rate += operations / (seconds() - start);
  });
  return rate;
}

}  // namespace

double peak_rate(const InstructionSet& set, std::size_t threads) {
  Crew crew(threads);
  double most = 0.0;
  for (int stretch = 0; stretch < 9; ++stretch) most = std::max(most, rate_of(set, crew));
  return most;
}

}  // namespace attn::kernel
