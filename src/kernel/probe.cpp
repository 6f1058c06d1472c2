#include "kernel/probe.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

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

double read_rate(const InstructionSet& set, std::size_t threads) {
  constexpr std::size_t kFloats = std::size_t{1} << 24;  // 64 MiB a thread
  const std::vector<float> numbers(kFloats * threads, 1.0F);
  ThreadTeam team(threads);
  std::atomic<float> total = 0.0F;  // or nothing would have to be read
  double most = 0.0;
  for (int pass = 0; pass < 5; ++pass) {
    const double start = seconds();
    team.run([&](std::size_t member) {
      for (std::size_t part = member; part < threads; part += team.size()) {
        total += set.sum(numbers.data() + part * kFloats, kFloats);
      }
    });
    const double bytes = static_cast<double>(numbers.size()) * sizeof(float);
    most = std::max(most, bytes / (seconds() - start));
  }
  return most;
}

}  // namespace attn::kernel
